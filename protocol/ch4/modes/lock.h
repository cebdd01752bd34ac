// LOCK and UNLOCK (CH4-LOCK-1 to CH4-LOCK-6).
#pragma once

#include "protocol/base/task.h"
#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

Task<> lock(EngineState& engine, Window& window, LockType type, Rank rank, Assert asserts);
Task<> unlock(EngineState& engine, Window& window, Rank rank);

}  // namespace rmasim::ch4
