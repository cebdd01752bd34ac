// The rule for concurrent calls of one process on one window: operations may be concurrent with operations
// (OQ-THREAD-1).
#pragma once

#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"
#include "protocol/parts/active_calls.h"

namespace rmasim::oldqueue {

inline constexpr ConcurrencyRule only_operations{
    [](const ActiveCall& call, const ActiveCall& other) { return is_operation(call.call) && is_operation(other.call); },
    [](const ActiveCall& call, const ActiveCall& other) {
        throw ErroneousProgram(call.call,
                               "another thread of the rank is inside {} on the same window; only operations may run "
                               "beside operations",
                               {other.call});
    }};

using ActiveCalls = ActiveCallsBy<only_operations>;

}  // namespace rmasim::oldqueue
