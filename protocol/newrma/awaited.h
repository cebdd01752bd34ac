// Whom a waiting call waits for, from the state of its own process. A lock request that was sent counts as awaited from
// its target, though the answer may depend on who holds the lock: that only the target knows.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::newrma
