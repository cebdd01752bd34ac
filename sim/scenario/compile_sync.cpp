// The calls that synchronise: fence, lock, unlock, flush, barrier.
#include "sim/scenario/compiler.h"

namespace rmasim::sim {

namespace {

constexpr std::array<Named<Assert>, 4> fence_asserts{{{"nostore", Assert::nostore},
                                                      {"noput", Assert::noput},
                                                      {"noprecede", Assert::noprecede},
                                                      {"nosucceed", Assert::nosucceed}}};
constexpr std::array<Named<Assert>, 1> lock_asserts{{{"nocheck", Assert::nocheck}}};

template <class Choices>
Assert asserts_of(const JsonObject& call, const Choices& legal) {
    Assert asserts = Assert::none;
    const auto list = call.find("assert");
    if (!list) return asserts;
    for (const JsonValue& item : list->items(legal.size())) asserts = asserts | item.one_of(legal);
    return asserts;
}

void compile_at_target(Compiler& compiler, InstructionKind kind, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "target"});
    Instruction instruction = compiler.start(kind, arguments);
    instruction.window = compiler.window(call);
    instruction.target = compiler.expression(call.at("target"), compiler.targets());
    compiler.append(std::move(instruction));
}

}  // namespace

void compile_fence(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "assert"});
    Instruction instruction = compiler.start(InstructionKind::fence, arguments);
    instruction.window = compiler.window(call);
    instruction.asserts = asserts_of(call, fence_asserts);
    compiler.append(std::move(instruction));
}

void compile_lock(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "target", "type", "assert"});
    Instruction instruction = compiler.start(InstructionKind::lock, arguments);
    instruction.window = compiler.window(call);
    instruction.target = compiler.expression(call.at("target"), compiler.targets());
    instruction.lock_type = call.at("type").one_of(lock_types());
    instruction.asserts = asserts_of(call, lock_asserts);
    compiler.append(std::move(instruction));
}

void compile_unlock(Compiler& compiler, const JsonValue& arguments) {
    compile_at_target(compiler, InstructionKind::unlock, arguments);
}

void compile_flush(Compiler& compiler, const JsonValue& arguments) {
    compile_at_target(compiler, InstructionKind::flush, arguments);
}

void compile_barrier(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {});
    compiler.append(compiler.start(InstructionKind::barrier, call.value()));
}

}  // namespace rmasim::sim
