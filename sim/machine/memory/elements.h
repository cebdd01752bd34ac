// Typed access to raw window bytes: loads and stores of elements as integers of the expression language, and
// reductions.
#pragma once

#include "protocol/base/types.h"

#include <cstddef>
#include <cstdint>

namespace rmasim::sim {

// Returns first + k * step, which is element k of a sequence. The result wraps on overflow.
constexpr std::int64_t affine_element(std::int64_t first, std::int64_t step, std::uint32_t k) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + k * static_cast<std::uint64_t>(step));
}

// True if an element of the datatype has the same bytes as the 64-bit integer that represents it in the expression
// language of scenarios.
constexpr bool is_integer_word(Datatype datatype) {
    return datatype == Datatype::int64 || datatype == Datatype::uint64;
}

// Sets element k to first + k * step. Integers are truncated to the datatype's width (two's complement); floats are
// converted.
void store_elements(std::byte* at, Datatype datatype, std::uint32_t count, std::int64_t first, std::int64_t step);
inline void store_element(std::byte* at, Datatype datatype, std::int64_t value) {
    store_elements(at, datatype, 1, value, 0);
}

// Loads an element as an integer. Floats are truncated towards zero and clamped to the range of 64-bit integers. For
// NaN, returns 0.
std::int64_t load_element(const std::byte* at, Datatype datatype);

// target[k] = target[k] (op) operand[k] for `count` elements. Integer sums and products wrap.
void reduce_elements(std::byte* target, const std::byte* operand, std::size_t count, Datatype datatype, ReduceOp op);

}  // namespace rmasim::sim
