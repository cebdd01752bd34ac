// The ranks that a waiting call waits for (Process::awaited_ranks).
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch4
