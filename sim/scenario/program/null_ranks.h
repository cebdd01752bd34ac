// The calls that accept MPI_PROC_NULL (-1) instead of a rank.
#pragma once

#include "protocol/base/call_table.h"

namespace rmasim::sim {

// True for operations, messages, persistent requests of messages, and probes. Locks, flushes and requests of counters
// require a rank.
constexpr bool takes_proc_null(Call call) {
    const CallClass kind = description_of(call).kind;
    return kind == CallClass::operation || kind == CallClass::message ||
           (kind == CallClass::persistent && description_of(call).blocking == Call::none) || kind == CallClass::probe;
}

}  // namespace rmasim::sim
