// The operators of expressions, and what each does to its operands.
#pragma once

#include "sim/input/expression/expression.h"

namespace rmasim::sim {

enum class ExpressionOp : std::uint8_t {
    // leaves
    constant,
    variable,
    // one operand
    negate,
    logical_not,
    complement,
    absolute,
    draw,
    element,  // the operand is the index; the value of the step says which array
    // two operands
    multiply,
    divide,
    modulo,
    add,
    subtract,
    shift_left,
    shift_right,
    bit_and,
    bit_xor,
    bit_or,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    unequal,
    minimum,
    maximum,
    // a ? b : c; only in the tree, the program has jumps instead
    choose,
    // only in the program
    push,
    jump,
    jump_if_zero,
};

constexpr bool has_one_operand(ExpressionOp op) { return op >= ExpressionOp::negate && op <= ExpressionOp::element; }

constexpr bool commutes(ExpressionOp op) {
    switch (op) {
        case ExpressionOp::multiply:
        case ExpressionOp::add:
        case ExpressionOp::bit_and:
        case ExpressionOp::bit_xor:
        case ExpressionOp::bit_or:
        case ExpressionOp::equal:
        case ExpressionOp::unequal:
        case ExpressionOp::minimum:
        case ExpressionOp::maximum: return true;
        default: return false;
    }
}

// Both raise ExpressionError on overflow and on operands outside the operator's domain. Not for `draw` and `element`.
std::int64_t apply(ExpressionOp op, std::int64_t operand);
std::int64_t apply(ExpressionOp op, std::int64_t left, std::int64_t right);

}  // namespace rmasim::sim
