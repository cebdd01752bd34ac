// The rule for concurrent calls of one process on one window (design, "RMA + threads"). Operations may be concurrent
// with operations, with flushes, and with a fence without NOPRECEDE and NOSUCCEED. Flushes may be concurrent with
// flushes.
#pragma once

#include "protocol/parts/active_calls.h"

namespace rmasim::newrma {

extern const ConcurrencyRule concurrent_calls;

using ActiveCalls = ActiveCallsBy<concurrent_calls>;

}  // namespace rmasim::newrma
