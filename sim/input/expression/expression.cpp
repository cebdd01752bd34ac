#include "sim/input/expression/expression.h"

#include "sim/input/expression/expression_parser.h"

#include <array>

namespace rmasim::sim {

namespace {

std::int64_t draw(std::int64_t below, Random& random) {
    if (below < 1) throw ExpressionError("random(" + std::to_string(below) + "), which needs at least 1");
    return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(below)));
}

// `array`: its length times 2^16, and its first slot.
std::size_t slot_of_element(std::int64_t array, std::int64_t index) {
    const std::int64_t length = array >> 16;
    if (index < 0 || index >= length) {
        throw ExpressionError("index " + std::to_string(index) + " of an array of " + std::to_string(length) +
                              " elements");
    }
    return static_cast<std::size_t>((array & 0xFFFF) + index);
}

}  // namespace

Expression Expression::compile(std::string_view text, const Scope& scope) {
    if (text.size() > longest_expression) {
        throw ExpressionError("expected at most " + std::to_string(longest_expression) + " characters, found " +
                              std::to_string(text.size()));
    }
    return ExpressionParser(text, scope).parse();
}

// ExpressionTree::finish has checked that the stack is deep enough. What most expressions do is done here; `apply` does
// the rest, and raises the errors.
std::int64_t Expression::run(std::span<const std::int64_t> variables, Random& random) const {
    std::int64_t value = 0;                                // the newest; those before it are on the stack
    std::array<std::int64_t, expression_stack + 1> stack;  // the first push puts a 0 there
    std::int64_t* top = stack.data();
    const Step* const steps = steps_.data();
    const Step* const end = steps + steps_.size();
    for (const Step* at = steps; at != end; ++at) {
        std::int64_t last = at->value;
        if (at->operand == Operand::variable) {
            last = variables[static_cast<std::size_t>(last)];
        } else if (at->operand == Operand::stack) {
            last = value;
            value = *--top;
        }
        switch (at->op) {
            case ExpressionOp::push:
                *top++ = value;
                value = last;
                continue;
            case ExpressionOp::jump: at = steps + last - 1; continue;
            case ExpressionOp::jump_if_zero: {
                const bool jumps = value == 0;
                value = *--top;
                if (jumps) at = steps + last - 1;
                continue;
            }
            case ExpressionOp::draw: value = draw(value, random); continue;
            case ExpressionOp::element: value = variables[slot_of_element(last, value)]; continue;
            case ExpressionOp::negate:
            case ExpressionOp::logical_not:
            case ExpressionOp::complement:
            case ExpressionOp::absolute: value = apply(at->op, value); continue;
            case ExpressionOp::add:
                if (std::int64_t sum; !__builtin_add_overflow(value, last, &sum)) {
                    value = sum;
                    continue;
                }
                break;
            case ExpressionOp::subtract:
                if (std::int64_t difference; !__builtin_sub_overflow(value, last, &difference)) {
                    value = difference;
                    continue;
                }
                break;
            case ExpressionOp::multiply:
                if (std::int64_t product; !__builtin_mul_overflow(value, last, &product)) {
                    value = product;
                    continue;
                }
                break;
            case ExpressionOp::modulo:
                if (value >= 0 && value < last) continue;  // as a rank plus a few usually is
                break;
            default: break;
        }
        value = apply(at->op, value, last);
    }
    return value;
}

}  // namespace rmasim::sim
