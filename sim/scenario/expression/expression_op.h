// The operators of expressions and their evaluation.
#pragma once

#include "sim/scenario/expression/expression.h"

#include <algorithm>

namespace rmasim::sim {

enum class ExpressionOp : std::uint8_t {
    // operands
    constant,
    variable,
    // operators of one operand
    negate,
    logical_not,
    complement,
    absolute,
    random,
    // Gives the operand. Raises an error if the operand is negative, because the rank then has no value for the name.
    // The step's `value` points to the error text (VisibleName::absence_text).
    present,
    // gives an array's element; the operand is the index; the step's `value` is the array's length times 2^16, plus its
    // first slot
    element,
    // operators of two operands
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
    power,
    // The operator a ? b : c. Only trees have it; the steps of an expression use jumps instead.
    choose,
    // Operations that only steps have (expression_steps.h), not trees.
    set,   // makes the operand the current value
    keep,  // stores the current value as the left operand of a later step
    jump,
    jump_if_zero,
    end,
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

[[noreturn]] void raise_overflow(char sign);
[[noreturn]] void raise_bad_shift(std::int64_t distance);
std::int64_t floor_modulo_of_any(std::int64_t left, std::int64_t right);
std::int64_t floor_quotient(std::int64_t left, std::int64_t right);
std::int64_t power_of(std::int64_t base, std::int64_t exponent);

inline std::int64_t product(std::int64_t left, std::int64_t right) {
    std::int64_t result;
    if (__builtin_mul_overflow(left, right, &result)) [[unlikely]]
        raise_overflow('*');
    return result;
}
inline std::int64_t sum(std::int64_t left, std::int64_t right) {
    std::int64_t result;
    if (__builtin_add_overflow(left, right, &result)) [[unlikely]]
        raise_overflow('+');
    return result;
}
inline std::int64_t difference(std::int64_t left, std::int64_t right) {
    std::int64_t result;
    if (__builtin_sub_overflow(left, right, &result)) [[unlikely]]
        raise_overflow('-');
    return result;
}
inline std::int64_t floor_modulo(std::int64_t left, std::int64_t right) {
    if (left >= 0 && left < right) return left;  // This is the common case, such as (rank + 1) % size.
    return floor_modulo_of_any(left, right);
}

inline std::int64_t negated(std::int64_t operand) { return difference(0, operand); }
inline std::int64_t shifted_left(std::int64_t left, std::int64_t distance) {
    if (distance < 0 || distance > 63) raise_bad_shift(distance);
    const auto result = static_cast<std::int64_t>(static_cast<std::uint64_t>(left) << distance);
    if (result >> distance != left) raise_overflow('<');
    return result;
}
inline std::int64_t shifted_right(std::int64_t left, std::int64_t distance) {
    if (distance < 0 || distance > 63) raise_bad_shift(distance);
    return left >> distance;
}

// Applies an operator of one operand; the overload below applies an operator of two operands. Both functions raise
// ExpressionError on overflow and for operands outside the operator's domain. They do not accept `random`, `present`
// and `element`. They are inline, because `op` is a constant in the frequent calls.
inline std::int64_t apply(ExpressionOp op, std::int64_t operand) {
    switch (op) {
        case ExpressionOp::negate: return negated(operand);
        case ExpressionOp::logical_not: return operand == 0;
        case ExpressionOp::complement: return ~operand;
        case ExpressionOp::absolute: return operand < 0 ? negated(operand) : operand;
        default: throw std::logic_error("not an operator of one operand");
    }
}

inline std::int64_t apply(ExpressionOp op, std::int64_t left, std::int64_t right) {
    switch (op) {
        case ExpressionOp::multiply: return product(left, right);
        case ExpressionOp::divide: return floor_quotient(left, right);
        case ExpressionOp::modulo: return floor_modulo(left, right);
        case ExpressionOp::add: return sum(left, right);
        case ExpressionOp::subtract: return difference(left, right);
        case ExpressionOp::shift_left: return shifted_left(left, right);
        case ExpressionOp::shift_right: return shifted_right(left, right);
        case ExpressionOp::bit_and: return left & right;
        case ExpressionOp::bit_xor: return left ^ right;
        case ExpressionOp::bit_or: return left | right;
        case ExpressionOp::less: return left < right;
        case ExpressionOp::less_equal: return left <= right;
        case ExpressionOp::greater: return left > right;
        case ExpressionOp::greater_equal: return left >= right;
        case ExpressionOp::equal: return left == right;
        case ExpressionOp::unequal: return left != right;
        case ExpressionOp::minimum: return std::min(left, right);
        case ExpressionOp::maximum: return std::max(left, right);
        case ExpressionOp::power: return power_of(left, right);
        default: throw std::logic_error("not an operator of two operands");
    }
}

}  // namespace rmasim::sim
