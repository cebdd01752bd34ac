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
    Instruction begin = compiler.start(InstructionKind::repeat_begin, arguments);
    begin.value = compiler.expression(call.at("times"), limits::repetitions);
    const auto as = call.find("as");
    begin.variable = compiler.names().loop(as ? &*as : nullptr, arguments);
    Instruction end = begin;
    const std::size_t head = compiler.append(std::move(begin));
    compiler.calls(call.at("calls"));
    end.kind = InstructionKind::repeat_end;
    end.value = Expression();
    end.jump = static_cast<std::uint32_t>(head + 1);
    compiler.append(std::move(end));
    compiler.land(head);
}

void compile_while(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"when", "limit", "as", "calls", "else"});
    const Names::Block block(compiler.names());
    Instruction count = compiler.start(InstructionKind::let, arguments);
    Instruction branch = count, round = count, back = count;
    branch.kind = InstructionKind::branch_unless;
    // Compiled before `as` is declared, so that `when` cannot use this variable.
    branch.value = compiler.expression(call.at("when"));
    round.kind = InstructionKind::while_round;
    round.value = Expression(limits::default_rounds);
    compiler.read(call, "limit", round.value, limits::rounds);
    const auto as = call.find("as");
    count.variable = round.variable = compiler.names().loop(as ? &*as : nullptr, arguments);
    count.value = Expression(-1);
    back.kind = InstructionKind::jump;
    compiler.append(std::move(count));
    const std::size_t head = compiler.append(std::move(branch));
    const std::size_t counted = compiler.append(std::move(round));
    compiler.calls(call.at("calls"));
    back.jump = static_cast<std::uint32_t>(head);
    compiler.append(std::move(back));
    if (const auto otherwise = call.find("else")) {
        compiler.land(counted);
        compiler.calls(*otherwise);
    }
    compiler.land(head);
}

void compile_if(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"when", "calls", "else"});
    Instruction branch = compiler.start(InstructionKind::branch_unless, arguments);
    branch.value = compiler.expression(call.at("when"));
    Instruction past = branch;
    past.kind = InstructionKind::jump;
    past.value = Expression();
    const std::size_t to_else = compiler.append(std::move(branch));
    compiler.calls(call.at("calls"));
    const auto otherwise = call.find("else");
    if (!otherwise) return compiler.land(to_else);
    const std::size_t to_end = compiler.append(std::move(past));
    compiler.land(to_else);
    compiler.calls(*otherwise);
    compiler.land(to_end);
}

void compile_generate(Compiler& compiler, const JsonValue& arguments) {
    const Json calls = generate_calls(arguments, compiler.ranks(), compiler.windows(), compiler.communicators());
    compiler.calls(arguments.generated(calls));
}

}  // namespace rmasim::sim
