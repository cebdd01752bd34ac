// The calls that synchronise many or open passive epochs: fence, lock, unlock, lock_all, unlock_all, the flush family,
// sync, barrier.
#include "sim/input/program/compiler.h"

namespace rmasim::sim {

namespace {

constexpr std::array<Named<Assert>, 4> fence_asserts{{{"nostore", Assert::nostore},
                                                      {"noput", Assert::noput},
                                                      {"noprecede", Assert::noprecede},
                                                      {"nosucceed", Assert::nosucceed}}};
constexpr std::array<Named<Assert>, 1> lock_asserts{{{"nocheck", Assert::nocheck}}};

void compile_at_target(Compiler& compiler, InstructionKind kind, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "target"});
    Instruction instruction = compiler.start(kind, arguments);
    instruction.window = compiler.window(call);
    instruction.target = compiler.expression(call.at("target"), compiler.targets());
    compiler.append(std::move(instruction));
}

void compile_of_window(Compiler& compiler, InstructionKind kind, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win"});
    Instruction instruction = compiler.start(kind, arguments);
    instruction.window = compiler.window(call);
    compiler.append(std::move(instruction));
}

template <class Choices>
void compile_opening(Compiler& compiler, InstructionKind kind, const Choices& legal, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "assert"});
    Instruction instruction = compiler.start(kind, arguments);
    instruction.window = compiler.window(call);
    instruction.asserts = asserts_of(call, legal);
    compiler.append(std::move(instruction));
}

}  // namespace

void compile_fence(Compiler& compiler, const JsonValue& arguments) {
    compile_opening(compiler, InstructionKind::fence, fence_asserts, arguments);
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

void compile_lock_all(Compiler& compiler, const JsonValue& arguments) {
    compile_opening(compiler, InstructionKind::lock_all, lock_asserts, arguments);
}

void compile_unlock(Compiler& compiler, const JsonValue& arguments) {
    compile_at_target(compiler, InstructionKind::unlock, arguments);
}

void compile_unlock_all(Compiler& compiler, const JsonValue& arguments) {
    compile_of_window(compiler, InstructionKind::unlock_all, arguments);
}

void compile_flush(Compiler& compiler, const JsonValue& arguments) {
    compile_at_target(compiler, InstructionKind::flush, arguments);
}

void compile_flush_local(Compiler& compiler, const JsonValue& arguments) {
    compile_at_target(compiler, InstructionKind::flush_local, arguments);
}

void compile_flush_all(Compiler& compiler, const JsonValue& arguments) {
    compile_of_window(compiler, InstructionKind::flush_all, arguments);
}

void compile_flush_local_all(Compiler& compiler, const JsonValue& arguments) {
    compile_of_window(compiler, InstructionKind::flush_local_all, arguments);
}

void compile_sync(Compiler& compiler, const JsonValue& arguments) {
    compile_of_window(compiler, InstructionKind::sync, arguments);
}

void compile_barrier(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {});
    compiler.append(compiler.start(InstructionKind::barrier, call.value()));
}

}  // namespace rmasim::sim
