// The compilers of synchronisation between the threads of a rank: thread_barrier, join, set_flag, wait_flag.
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/compiler.h"

#include <algorithm>

namespace rmasim::sim {

Slot Compiler::flag(const JsonValue& name) {
    const std::string text = name.text(limits::max_identifier_length, 1);
    if (!is_identifier(text)) name.fail("a letter, then letters, digits and underscores");
    const auto known = std::find(flags_.begin(), flags_.end(), text);
    if (known != flags_.end()) return static_cast<Slot>(known - flags_.begin());
    if (flags_.size() == limits::max_flags) name.fail("at most " + std::to_string(limits::max_flags) + " flags");
    flags_.push_back(text);
    return static_cast<Slot>(flags_.size() - 1);
}

namespace {

template <class Body>
void compile_flag(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"flag", "value"});
    const std::uint32_t location = compiler.locate(arguments);
    Body body;
    body.flag = compiler.flag(call.at("flag"));
    compiler.read(call, "value", body.value, limits::flag);
    compiler.append(location, std::move(body));
}

}  // namespace

void compile_thread_barrier(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject no_arguments(arguments, std::initializer_list<std::string_view>{});
    compiler.append(compiler.locate(arguments), ThreadBarrierInstruction{});
}

void compile_join(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"thread"});
    const std::uint32_t location = compiler.locate(arguments);
    compiler.append(location, JoinInstruction{compiler.expression(call.at("thread"), {0, limits::max_threads - 1})});
}

void compile_set_flag(Compiler& compiler, const JsonValue& arguments) {
    compile_flag<SetFlagInstruction>(compiler, arguments);
}

void compile_wait_flag(Compiler& compiler, const JsonValue& arguments) {
    compile_flag<WaitFlagInstruction>(compiler, arguments);
}

}  // namespace rmasim::sim
