// LOCK_ALL and UNLOCK_ALL (CH3-PASSIVE-6, CH3-PASSIVE-7).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

Task<> lock_all(EngineState& engine, Window& window, Assert asserts);
Task<> unlock_all(EngineState& engine, Window& window);

}  // namespace rmasim::ch3
