// LOCK_ALL and UNLOCK_ALL (CH4-LOCKALL-1 to CH4-LOCKALL-3).
#pragma once

#include "protocol/base/task.h"
#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

Task<> lock_all(EngineState& engine, Window& window, Assert asserts);
Task<> unlock_all(EngineState& engine, Window& window);

}  // namespace rmasim::ch4
