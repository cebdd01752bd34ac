// The ranks that a waiting call waits for, as far as the calling process can determine these ranks. A call that waits
// for a lock counts as waiting for the lock's target. The call may in fact depend on the holder of the lock, which only
// the target can name.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::newrma
