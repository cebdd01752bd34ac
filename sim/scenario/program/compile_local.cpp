// The compilers of local instructions: compute, store, load, let, get_address, array.
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/compiler.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

// Reads the owner of the accessed window segment. The owner is the caller itself, or another rank of the caller's node.
void read_owner(const Compiler& compiler, const JsonObject& call, AccessInstruction& access) {
    if (call.has("buffer") && call.has("target"))
        call.at("target").fail("no \"target\" together with \"buffer\", because only its own rank can access a buffer");
    if (const auto target = call.find("target")) {
        access.target = compiler.expression(*target, compiler.targets(compiler.comm_of_window(call)));
    }
}

}  // namespace

void compile_compute(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"ns", "poll"});
    const std::uint32_t location = compiler.locate(arguments);
    ComputeInstruction body{.time_ns = compiler.expression(call.at("ns"), limits::nanoseconds)};
    if (const auto poll = call.find("poll")) body.polls = poll->boolean();
    compiler.append(location, std::move(body));
}

void compile_store(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "buffer", "target", "disp", "count", "datatype", "value", "step"});
    const std::uint32_t location = compiler.locate(arguments);
    StoreInstruction body;
    read_owner(compiler, call, body);
    if (body.target) compiler.require(CallFeature::remote_store, call.at("target"), "target");
    compiler.read_access(call, body, &body.count);
    compiler.read_affine(call, body.value, body.step);
    compiler.append(location, std::move(body));
}

void compile_load(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "buffer", "target", "disp", "datatype", "as", "expect"});
    const std::uint32_t location = compiler.locate(arguments);
    LoadInstruction body;
    read_owner(compiler, call, body);
    compiler.read_access(call, body, nullptr);
    // `expect` is compiled before the variable is declared, so it cannot use the loaded value.
    if (const auto expected = call.find("expect")) body.expected = compiler.expression(*expected);
    body.variable = compiler.variable(call);
    compiler.append(location, std::move(body));
}

void compile_let(Compiler& compiler, const JsonValue& arguments) {
    for (const auto& [name, member] : arguments.members(limits::max_names, 1)) {
        const std::uint32_t location = compiler.locate(arguments);
        // The value is compiled before the name is declared, so that it cannot use a variable that it defines.
        Expression value = compiler.expression(member);
        const Json text(name);
        compiler.append(location, LetInstruction{compiler.written(member.renamed(text)), std::move(value)});
    }
}

// Compiles get_address, the verb for MPI_GET_ADDRESS.
void compile_get_address(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "buffer", "disp", "as"});
    const std::uint32_t location = compiler.locate(arguments);
    AddressInstruction body{.space = compiler.space_with_address(arguments, call)};
    compiler.read(call, "disp", body.disp, limits::disp);
    body.variable = compiler.variable(call);
    compiler.append(location, std::move(body));
}

void compile_array(Compiler& compiler, const JsonValue& arguments) {
    for (const auto& [name, member] : arguments.members(limits::max_names, 1)) {
        const std::uint32_t location = compiler.locate(arguments);
        const auto length = static_cast<Slot>(member.integer(limits::array_length));
        compiler.append(location, ClearInstruction{compiler.names().array(name, length, member), length});
    }
}

}  // namespace rmasim::sim
