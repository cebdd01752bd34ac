// Whom a waiting call waits for.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// See Process::awaited_ranks. Nobody for a counter: it does not know who is to lower it (SC-AIM-2).
AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::synccount
