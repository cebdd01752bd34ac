// Which calls may name nobody, MPI_PROC_NULL (-1), in place of a rank.
#pragma once

#include "protocol/base/call_table.h"

namespace rmasim::sim {

// Operations and messages. Not locks, flushes and requests of counters: MPI wants a rank there.
constexpr bool takes_proc_null(Call call) {
    const CallClass kind = description_of(call).kind;
    return kind == CallClass::operation || kind == CallClass::message;
}

}  // namespace rmasim::sim
