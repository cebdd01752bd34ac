// The ranks that a waiting call waits for, from the state of its own process. A lock request that was sent counts as
// awaited from its target. The answer may really depend on the holder of the lock, but only the target knows that.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::newrma
