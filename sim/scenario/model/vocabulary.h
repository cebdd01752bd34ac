// The values of the shared enumerations with their names in scenarios. JsonValue::one_of uses them. The functions
// `name_of` define the names.
#pragma once

#include "protocol/base/atomic_ops.h"
#include "protocol/base/call_request.h"
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

// Only messages and collective calls that do not reduce may have this datatype.
inline constexpr std::string_view handle_datatype = "handle_sync";
inline constexpr std::array<Named<SyncModes>, 3> sync_modes{
    {{"put", SyncModes::put}, {"get", SyncModes::get}, {"accumulate", SyncModes::accumulate}}};
inline auto datatypes() { return first_named<Datatype, datatype_count>(); }
inline auto fetching_ops() { return first_named<ReduceOp, reduce_op_count>(); }
// The operations of accumulate: all except no_op.
inline auto reduce_ops() { return first_named<ReduceOp, reduce_op_count - 1>(); }
// The operations of REDUCE and ALLREDUCE: all except no_op and replace.
inline auto combining_ops() {
    std::array<Named<ReduceOp>, reduce_op_count - 2> ops;
    for (std::size_t i = 0; i < ops.size(); ++i) ops[i] = reduce_ops()[i + 1];
    return ops;
}
// The atomic operations that the settings of NICs and the hints of windows may list.
inline auto atomic_ops() { return first_named<AtomicOp, atomic_op_count>(); }
inline auto mem_syncs() { return first_named<MemSync, mem_sync_count>(); }
inline std::array<Named<LockType>, 2> lock_types() { return first_named<LockType, 2>(); }

}  // namespace rmasim::sim
