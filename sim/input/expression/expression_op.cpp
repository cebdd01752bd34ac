#include "sim/input/expression/expression_op.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

[[noreturn]] void overflow(char sign) {
    throw ExpressionError(std::string("'") + sign + "' leaves the range of 64-bit integers");
}

std::int64_t negated(std::int64_t operand) {
    std::int64_t result;
    if (__builtin_sub_overflow(std::int64_t{0}, operand, &result)) overflow('-');
    return result;
}

// -1 is handled separately: dividing the least integer by -1 traps, even if only the remainder is needed.
std::int64_t floor_modulo(std::int64_t left, std::int64_t right) {
    if (right == 0) throw ExpressionError("modulo by zero");
    if (right == -1) return 0;
    const std::int64_t rest = left % right;
    return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}

std::int64_t floor_quotient(std::int64_t left, std::int64_t right) {
    if (right == 0) throw ExpressionError("division by zero");
    if (right == -1) return negated(left);
    const std::int64_t quotient = left / right;
    return floor_modulo(left, right) != left % right ? quotient - 1 : quotient;
}

void check_shift(std::int64_t distance) {
    if (distance < 0 || distance > 63) {
        throw ExpressionError("shift by " + std::to_string(distance) + ", which is outside 0..63");
    }
}

std::int64_t shifted_left(std::int64_t left, std::int64_t distance) {
    check_shift(distance);
    const auto result = static_cast<std::int64_t>(static_cast<std::uint64_t>(left) << distance);
    if (result >> distance != left) overflow('<');
    return result;
}

std::int64_t shifted_right(std::int64_t left, std::int64_t distance) {
    check_shift(distance);
    return left >> distance;
}

std::int64_t product(std::int64_t left, std::int64_t right) {
    std::int64_t result;
    if (__builtin_mul_overflow(left, right, &result)) overflow('*');
    return result;
}

std::int64_t sum(std::int64_t left, std::int64_t right) {
    std::int64_t result;
    if (__builtin_add_overflow(left, right, &result)) overflow('+');
    return result;
}

std::int64_t difference(std::int64_t left, std::int64_t right) {
    std::int64_t result;
    if (__builtin_sub_overflow(left, right, &result)) overflow('-');
    return result;
}

}  // namespace

std::int64_t apply(ExpressionOp op, std::int64_t operand) {
    switch (op) {
        case ExpressionOp::negate: return negated(operand);
        case ExpressionOp::logical_not: return operand == 0;
        case ExpressionOp::complement: return ~operand;
        case ExpressionOp::absolute: return operand < 0 ? negated(operand) : operand;
        default: throw std::logic_error("not an operator of one operand");
    }
}

std::int64_t apply(ExpressionOp op, std::int64_t left, std::int64_t right) {
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
        default: throw std::logic_error("not an operator of two operands");
    }
}

}  // namespace rmasim::sim
