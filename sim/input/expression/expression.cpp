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

// ExpressionTree::finish has checked that the stack is deep enough.
std::int64_t Expression::run(std::span<const std::int64_t> variables, Random& random) const {
    std::array<std::int64_t, expression_stack> stack;
    std::int64_t* top = stack.data();  // one past the last value
    for (std::size_t at = 0; at < steps_.size(); ++at) {
        const Step& step = steps_[at];
        if (step.op == ExpressionOp::constant) {
            *top++ = step.value;
        } else if (step.op == ExpressionOp::variable) {
            *top++ = variables[static_cast<std::size_t>(step.value)];
        } else if (step.op == ExpressionOp::draw) {
            top[-1] = draw(top[-1], random);
        } else if (step.op == ExpressionOp::element) {
            top[-1] = variables[slot_of_element(step.value, top[-1])];
        } else if (step.op == ExpressionOp::jump) {
            at = static_cast<std::size_t>(step.value) - 1;
        } else if (step.op == ExpressionOp::jump_if_zero) {
            if (*--top == 0) at = static_cast<std::size_t>(step.value) - 1;
        } else if (has_one_operand(step.op)) {
            top[-1] = apply(step.op, top[-1]);
        } else {
            --top;
            top[-1] = apply(step.op, top[-1], *top);
        }
    }
    return top[-1];
}

}  // namespace rmasim::sim
