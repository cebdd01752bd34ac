// The switch of LOCK_ALL to the window protocol (design, "Algorithm for LOCK_ALL-UNLOCK_ALL" 2): LOCK to every process.
// After the switch, elements can be freed. The switch itself needs no element (NR-LOCKALL-9), so RESTORE may call it.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Switches the window from LOCK_ALL_CALLED to LOCK_ALL_GRANTED (NR-LOCKALL-3). `needed_by` is the window for which a
// target element is needed.
Task<> fall_back(EngineState& engine, Call call, Window& window, WindowId needed_by);

}  // namespace rmasim::newrma
