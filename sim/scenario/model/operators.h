// The operators that a scenario defines for reductions of collective calls, as MPI_OP_CREATE does.
#pragma once

#include "sim/scenario/expression/expression.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace rmasim::sim {

struct ReductionOperator {
    static constexpr std::array<std::string_view, 2> operands{"a", "b"};

    std::string name;
    Expression value;         // of the operands, whose slots are 0 and 1; the first one is of lower ranks
    bool commutative = true;  // false: the operands must keep the order of ranks

    // Returns the reduction of two elements. Raises ExpressionError.
    std::int64_t of(std::int64_t lower, std::int64_t upper) const {
        Random unused(0, 0);
        return value.evaluate(std::array{lower, upper}, unused);
    }
};

}  // namespace rmasim::sim
