// The ranks that a waiting call waits for.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// Implements Process::awaited_ranks. Returns no rank if the call waits for a counter: a counter does not record the
// processes that will lower it (SC-AIM-2).
AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::synccount
