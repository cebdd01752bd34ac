// The ranks that a waiting call waits for.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Implements Process::awaited_ranks.
AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::oldqueue
