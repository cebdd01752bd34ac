// The arguments that calls share.
#include "sim/scenario/compiler.h"
#include "sim/scenario/limits.h"
#include "sim/scenario/parse_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rmasim::sim {

namespace {

std::optional<std::int64_t> constant(const Expression& expression) {
    if (!expression.is_constant()) return std::nullopt;
    Random unused(0, 0);
    return expression.evaluate({}, unused);
}

Expression compile_text(const JsonValue& value, const Scope& scope) {
    try {
        return Expression::compile(value.text(longest_expression, 1), scope);
    } catch (const ExpressionError& error) {
        value.fail(fmt::format("an integer or an expression ({})", error.what()));
    }
}

}  // namespace

Expression Compiler::expression(const JsonValue& value, IntegerBounds bounds) const {
    if (value.is_number()) return Expression(value.integer(bounds));
    if (!value.is_text()) value.fail("an integer or an expression in a text");
    Expression compiled = compile_text(value, names_.scope());
    if (const auto known = constant(compiled); known && (*known < bounds.least || *known > bounds.most)) {
        throw BadInput(value.place(), fmt::format("{} = {}", value.quoted(), *known),
                       fmt::format("an integer from {} to {}", bounds.least, bounds.most));
    }
    return compiled;
}

void Compiler::read(const JsonObject& call, std::string_view key, Expression& result, IntegerBounds bounds) const {
    if (const auto member = call.find(key)) result = expression(*member, bounds);
}

WindowId Compiler::window(const JsonObject& call) const { return parse_window(call, windows_); }

void Compiler::read_access(const JsonObject& call, Instruction& instruction) const {
    instruction.window = window(call);
    read(call, "disp", instruction.disp, limits::disp);
    read(call, "count", instruction.count, limits::count);
    if (const auto datatype = call.find("datatype")) instruction.datatype = datatype->one_of(datatypes());
    check_access(call, instruction);
}

void Compiler::check_access(const JsonObject& call, const Instruction& instruction) const {
    const auto size = static_cast<std::int64_t>(bytes_of(instruction.datatype));
    const std::int64_t bytes = constant(instruction.count).value_or(0) * size;
    if (bytes > limits::most_bytes_per_call) {
        throw BadInput(call.at("count").place(), fmt::format("{} bytes in all", bytes),
                       fmt::format("at most {} elements", limits::most_bytes_per_call / size));
    }
    const WindowSettings& window = windows_[instruction.window];
    const std::int64_t end = constant(instruction.disp).value_or(0) + bytes;
    if (end > static_cast<std::int64_t>(window.bytes)) {
        throw BadInput(call.has("disp") ? call.at("disp").place() : call.place(), fmt::format("bytes up to {}", end),
                       fmt::format("the {} bytes of window \"{}\"", window.bytes, window.name));
    }
}

void Compiler::read_affine(const JsonObject& call, Instruction& instruction) const {
    instruction.local = LocalData::affine;
    instruction.value = Expression::compile("rank", Scope{});
    read(call, "value", instruction.value);
    read(call, "step", instruction.step);
}

void Compiler::read_local_window(const JsonObject& call, std::string_view key, Instruction& instruction) const {
    const JsonValue value = call.at(key);
    const JsonObject buffer(value, {"win", "disp", "stride"});
    instruction.local = LocalData::window;
    instruction.local_window = window(buffer);
    instruction.value = Expression(std::int64_t{0});
    instruction.step = Expression(static_cast<std::int64_t>(bytes_of(instruction.datatype)));
    read(buffer, "disp", instruction.value, limits::disp);
    read(buffer, "stride", instruction.step, limits::stride);
    check_local_window(value, instruction);
}

void Compiler::check_local_window(const JsonValue& value, const Instruction& instruction) const {
    const auto first = constant(instruction.value);
    const auto stride = constant(instruction.step);
    const std::int64_t count = constant(instruction.count).value_or(0);
    if (!first || !stride || count == 0) return;
    const std::int64_t last = *first + (count - 1) * *stride;
    const WindowSettings& window = windows_[instruction.local_window];
    const std::int64_t end = std::max(*first, last) + static_cast<std::int64_t>(bytes_of(instruction.datatype));
    if (std::min(*first, last) < 0 || end > static_cast<std::int64_t>(window.bytes)) {
        throw BadInput(value.place(), fmt::format("bytes {} to {}", std::min(*first, last), end),
                       fmt::format("the {} bytes of window \"{}\"", window.bytes, window.name));
    }
}

void Compiler::read_variable(const JsonObject& call, Instruction& instruction) {
    const JsonValue as = call.at("as");
    instruction.local = LocalData::variable;
    instruction.variable = names_.assigned(as.text(limits::longest_identifier, 1), as);
}

}  // namespace rmasim::sim
