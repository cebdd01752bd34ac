#include "sim/scenario/expression/expression_op.h"

namespace rmasim::sim {

void raise_overflow(char sign) {
    throw ExpressionError(std::string("'") + sign + "' leaves the range of 64-bit integers");
}

void raise_bad_shift(std::int64_t distance) {
    throw ExpressionError("shift by " + std::to_string(distance) + ", which is outside 0..63");
}

// The result of left % right, rounded towards minus infinity. The function treats -1 separately, because the division
// of the smallest integer by -1 traps, even if only the remainder is needed.
std::int64_t floor_modulo_of_any(std::int64_t left, std::int64_t right) {
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

// Computes the power by repeated squaring. If the base is 0, 1 or -1, the exponent may be any 64-bit integer that is
// not negative.
std::int64_t power_of(std::int64_t base, std::int64_t exponent) {
    const auto fail = [base, exponent](const char* why) {
        throw ExpressionError("pow(" + std::to_string(base) + ", " + std::to_string(exponent) + ")" + why);
    };
    if (exponent < 0) fail(", which needs an exponent of at least 0");
    std::int64_t result = 1;
    std::int64_t square = base;  // the base to the power of 2^k, where k is the current bit of the exponent
    for (std::int64_t rest = exponent;;) {
        const bool odd = (rest & 1) != 0;
        if (odd && __builtin_mul_overflow(result, square, &result)) fail(" leaves the range of 64-bit integers");
        rest >>= 1;
        if (rest == 0) return result;
        if (__builtin_mul_overflow(square, square, &square)) fail(" leaves the range of 64-bit integers");
    }
}

}  // namespace rmasim::sim
