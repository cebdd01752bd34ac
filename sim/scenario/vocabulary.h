// The values of the shared enumerations under the names scenarios write, for JsonValue::one_of. The names themselves
// come from the one place that prints them.
#pragma once

#include "protocol/base/types.h"

#include <array>
#include <utility>

namespace rmasim::sim {

template <class Enum>
using Named = std::pair<std::string_view, Enum>;

// The first `N` values of an enumeration.
template <class Enum, std::size_t N>
std::array<Named<Enum>, N> first_named() {
    std::array<Named<Enum>, N> named;
    for (std::size_t index = 0; index < N; ++index) {
        const auto value = static_cast<Enum>(index);
        named[index] = {name_of(value), value};
    }
    return named;
}

inline std::array<Named<Datatype>, 7> datatypes() { return first_named<Datatype, 7>(); }
inline std::array<Named<ReduceOp>, 11> reduce_ops() { return first_named<ReduceOp, 11>(); }  // of accumulate
inline std::array<Named<ReduceOp>, 12> fetching_ops() { return first_named<ReduceOp, 12>(); }
inline std::array<Named<LockType>, 2> lock_types() { return first_named<LockType, 2>(); }

inline constexpr bool is_integer(Datatype datatype) { return datatype < Datatype::float32; }
inline constexpr bool needs_integers(ReduceOp op) { return op >= ReduceOp::band && op != ReduceOp::no_op; }

}  // namespace rmasim::sim
