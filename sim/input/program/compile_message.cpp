// Two-sided messages: send, recv.
#include "sim/input/model/limits.h"
#include "sim/input/program/compiler.h"

namespace rmasim::sim {

namespace {

Instruction start_message(Compiler& compiler, InstructionKind kind, const JsonObject& call, std::string_view peer) {
    Instruction instruction = compiler.start(kind, call.value());
    instruction.target = compiler.expression(call.at(peer), compiler.targets());
    compiler.read(call, "tag", instruction.value, limits::tag);
    compiler.read_elements(call, instruction);
    return instruction;
}

}  // namespace

void compile_send(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"target", "tag", "count", "datatype", "value", "step", "from"});
    Instruction instruction = start_message(compiler, InstructionKind::send, call, "target");
    compiler.read_origin(call, instruction);
    compiler.append(std::move(instruction));
}

void compile_recv(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"source", "tag", "count", "datatype", "into", "as"});
    Instruction instruction = start_message(compiler, InstructionKind::recv, call, "source");
    compiler.read_result(call, instruction);
    compiler.append(std::move(instruction));
}

}  // namespace rmasim::sim
