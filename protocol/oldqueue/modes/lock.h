// LOCK and UNLOCK (OQ-LOCK-1 to OQ-LOCK-8).
#pragma once

#include "protocol/base/task.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

Task<> lock(EngineState& engine, Window& window, Rank rank, LockType type, Assert asserts);
Task<> unlock(EngineState& engine, Window& window, Rank rank);

}  // namespace rmasim::oldqueue
