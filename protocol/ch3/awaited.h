// The ranks that a waiting call waits for.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// True if the waiting call is a call of an operation that waits because too many responses are missing (CH3-PROG-6).
bool awaits_responses(const WaitReason& reason);
AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch3
