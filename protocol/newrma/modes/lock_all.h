// LOCK_ALL and UNLOCK_ALL (design, "Algorithm for LOCK_ALL-UNLOCK_ALL"). The per-target protocol treats each target as
// LOCK does; when target elements run out the window goes over to the window protocol (routines/fall_back.h), which
// holds every lock and can do without elements.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

Task<> lock_all(EngineState& engine, Window& window, Assert asserts);
Task<> unlock_all(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
