// The ranks that a waiting call waits for, as far as its process can determine them. A lock request that was sent
// counts as a wait for its target. The call may in fact depend on the holder of the lock, which only the target can
// name.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::newrma
