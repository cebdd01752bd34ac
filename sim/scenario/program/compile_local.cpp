// The compilers of local instructions: compute, store, load, let, get_address, array.
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/compiler.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

// Reads the owner of the accessed window segment. The owner is the caller itself, or another rank of the caller's node.
void read_owner(const Compiler& compiler, const JsonObject& call, Instruction& instruction) {
    if (call.has("buffer") && call.has("target"))
        call.at("target").fail("no \"target\" together with \"buffer\", because only its own rank can access a buffer");
    compiler.read(call, "target", instruction.target, compiler.targets(compiler.comm_of_window(call)));
    instruction.elsewhere = call.has("target");
}

}  // namespace

void compile_compute(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"ns", "poll"});
    Instruction instruction = compiler.start(InstructionKind::compute, arguments);
    instruction.value = compiler.expression(call.at("ns"), limits::nanoseconds);
    if (const auto poll = call.find("poll")) instruction.polls = poll->boolean();
    compiler.append(std::move(instruction));
}

void compile_store(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "buffer", "target", "disp", "count", "datatype", "value", "step"});
    Instruction instruction = compiler.start(InstructionKind::store, arguments);
    read_owner(compiler, call, instruction);
    if (instruction.elsewhere) compiler.require(CallFeature::remote_store, call.at("target"), "target");
    compiler.read_access(call, instruction);
    compiler.read_affine(call, instruction.origin);
    compiler.append(std::move(instruction));
}

void compile_load(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "buffer", "target", "disp", "datatype", "as", "expect"});
    Instruction instruction = compiler.start(InstructionKind::load, arguments);
    read_owner(compiler, call, instruction);
    compiler.read_access(call, instruction);
    // `expect` is compiled before the variable is declared, so it cannot use the loaded value.
    if (const auto expected = call.find("expect")) {
        instruction.value = compiler.expression(*expected);
        instruction.checked = true;
    }
    compiler.read_variable(call, instruction);
    compiler.append(std::move(instruction));
}

void compile_let(Compiler& compiler, const JsonValue& arguments) {
    for (const auto& [name, member] : arguments.members(limits::max_names, 1)) {
        Instruction instruction = compiler.start(InstructionKind::let, arguments);
        // The value is compiled before the name is declared, so that it cannot use a variable that it defines.
        instruction.value = compiler.expression(member);
        const Json text(name);
        const WrittenName written = compiler.written(member.renamed(text));
        instruction.variable = written.variable;
        instruction.element = written.element;
        compiler.append(std::move(instruction));
    }
}

// Compiles get_address, the verb for MPI_GET_ADDRESS.
void compile_get_address(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "buffer", "disp", "as"});
    Instruction instruction = compiler.start(InstructionKind::address, arguments);
    instruction.window = compiler.space_with_address(arguments, call);
    compiler.read(call, "disp", instruction.disp, limits::disp);
    compiler.read_variable(call, instruction);
    compiler.append(std::move(instruction));
}

void compile_array(Compiler& compiler, const JsonValue& arguments) {
    for (const auto& [name, member] : arguments.members(limits::max_names, 1)) {
        Instruction instruction = compiler.start(InstructionKind::clear, arguments);
        instruction.element.length = static_cast<Slot>(member.integer(limits::array_length));
        instruction.variable = compiler.names().array(name, instruction.element.length, member);
        compiler.append(std::move(instruction));
    }
}

}  // namespace rmasim::sim
