// LOCK_ALL and UNLOCK_ALL (design, "Algorithm for LOCK_ALL-UNLOCK_ALL"). The per-target protocol locks each target at
// its first use, like LOCK. When target elements are exhausted, the window switches to the window protocol
// (routines/fall_back.h), which locks every process and needs no elements.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

Task<> lock_all(EngineState& engine, Window& window, Assert asserts);
Task<> unlock_all(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
