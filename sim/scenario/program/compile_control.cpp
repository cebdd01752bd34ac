// The compilers of control flow: repeat, while, if, generate. sim/programs/interpreter.cpp shows the positions of the
// jumps.
#include "sim/scenario/model/limits.h"
#include "sim/scenario/patterns/generate.h"
#include "sim/scenario/program/compiler.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

void compile_repeat(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"times", "as", "calls"});
    const Names::Block block(compiler.names());
    const std::uint32_t location = compiler.locate(arguments);
    RepeatInstruction begin{.times = compiler.expression(call.at("times"), limits::repetitions)};
    const auto as = call.find("as");
    const Slot variable = begin.variable = compiler.names().loop(as ? &*as : nullptr, arguments);
    const std::size_t head = compiler.append(location, std::move(begin));
    compiler.calls(call.at("calls"));
    compiler.append(location, RepeatEndInstruction{variable, static_cast<std::uint32_t>(head + 1)});
    compiler.land(head, &RepeatInstruction::end);
}

void compile_while(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"when", "limit", "as", "calls", "else"});
    const Names::Block block(compiler.names());
    const std::uint32_t location = compiler.locate(arguments);
    // Compiled before `as` is declared, so that `when` cannot use this variable.
    BranchInstruction branch{.condition = compiler.expression(call.at("when"))};
    RoundInstruction round{.limit = Expression(limits::default_rounds)};
    compiler.read(call, "limit", round.limit, limits::rounds);
    const auto as = call.find("as");
    round.variable = compiler.names().loop(as ? &*as : nullptr, arguments);
    compiler.append(location, LetInstruction{{.variable = round.variable}, Expression(-1)});
    const std::size_t head = compiler.append(location, std::move(branch));
    const std::size_t counted = compiler.append(location, std::move(round));
    compiler.calls(call.at("calls"));
    compiler.append(location, JumpInstruction{static_cast<std::uint32_t>(head)});
    if (const auto otherwise = call.find("else")) {
        compiler.land(counted, &RoundInstruction::otherwise);
        compiler.calls(*otherwise);
    }
    compiler.land(head, &BranchInstruction::destination);
}

void compile_if(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"when", "calls", "else"});
    const std::uint32_t location = compiler.locate(arguments);
    const std::size_t to_else =
        compiler.append(location, BranchInstruction{.condition = compiler.expression(call.at("when"))});
    compiler.calls(call.at("calls"));
    const auto otherwise = call.find("else");
    if (!otherwise) return compiler.land(to_else, &BranchInstruction::destination);
    const std::size_t to_end = compiler.append(location, JumpInstruction{});
    compiler.land(to_else, &BranchInstruction::destination);
    compiler.calls(*otherwise);
    compiler.land(to_end, &JumpInstruction::destination);
}

void compile_generate(Compiler& compiler, const JsonValue& arguments) {
    const Json calls = generate_calls(arguments, compiler.ranks(), compiler.windows(), compiler.communicators());
    compiler.calls(arguments.generated(calls));
}

}  // namespace rmasim::sim
