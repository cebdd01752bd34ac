// LOCK and UNLOCK (CH3-PASSIVE-1 to CH3-PASSIVE-3).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

Task<> lock(EngineState& engine, Window& window, LockType type, Rank rank, Assert asserts);
Task<> unlock(EngineState& engine, Window& window, Rank rank);

}  // namespace rmasim::ch3
