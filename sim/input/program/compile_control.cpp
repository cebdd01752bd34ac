// Compiles control flow: repeat, if, generate. sim/ranks/interpreter.cpp shows the layout of the jumps.
#include "sim/input/model/limits.h"
#include "sim/input/patterns/generate.h"
#include "sim/input/program/compiler.h"

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
    const Json calls = generate_calls(arguments, compiler.ranks(), compiler.windows());
    compiler.calls(JsonValue::generated(calls, arguments.place()));
}

}  // namespace rmasim::sim
