// The calls that move data: put, get, accumulate.
#include "sim/scenario/compiler.h"

namespace rmasim::sim {

namespace {

Instruction start_operation(Compiler& compiler, InstructionKind kind, const JsonObject& call) {
    Instruction instruction = compiler.start(kind, call.value());
    instruction.target = compiler.expression(call.at("target"), compiler.targets());
    compiler.read_access(call, instruction);
    return instruction;
}

// The data of a put or an accumulate: computed, or from the caller's window.
void read_origin(const Compiler& compiler, const JsonObject& call, Instruction& instruction) {
    if (!call.has("from")) return compiler.read_affine(call, instruction);
    if (call.has("value") || call.has("step")) {
        throw BadInput(call.at("from").place(), "\"from\" beside \"value\" or \"step\"", "one source of the data");
    }
    compiler.read_local_window(call, "from", instruction);
}

bool is_one(const Expression& expression) {
    Random unused(0, 0);
    return expression.is_constant() && expression.evaluate({}, unused) == 1;
}

}  // namespace

void compile_put(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "target", "disp", "count", "datatype", "value", "step", "from"});
    Instruction instruction = start_operation(compiler, InstructionKind::put, call);
    read_origin(compiler, call, instruction);
    compiler.append(std::move(instruction));
}

void compile_accumulate(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "target", "disp", "count", "datatype", "op", "value", "step", "from"});
    Instruction instruction = start_operation(compiler, InstructionKind::accumulate, call);
    instruction.reduce = ReduceOp::sum;
    if (const auto op = call.find("op")) {
        instruction.reduce = op->one_of(reduce_ops());
        if (is_bitwise(instruction.reduce) && !is_integer(instruction.datatype)) {
            op->fail("band, bor and bxor only with an integer datatype");
        }
    }
    read_origin(compiler, call, instruction);
    compiler.append(std::move(instruction));
}

void compile_get(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "target", "disp", "count", "datatype", "into", "as"});
    Instruction instruction = start_operation(compiler, InstructionKind::get, call);
    instruction.local = LocalData::discard;
    if (call.has("into") && call.has("as")) {
        throw BadInput(call.at("into").place(), "\"into\" beside \"as\"", "one place for the data");
    }
    if (call.has("into")) compiler.read_local_window(call, "into", instruction);
    if (call.has("as")) {
        if (!is_one(instruction.count)) call.at("count").fail("1, because a variable holds one element");
        compiler.read_variable(call, instruction);
    }
    compiler.append(std::move(instruction));
}

}  // namespace rmasim::sim
