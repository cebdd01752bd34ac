// The FLUSH family (design, "Algorithm for FLUSH"). A flush completes operations like UNLOCK, but neither releases the
// lock nor changes the target's state. The local forms only wait until the operations are complete at their origin.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

Task<> flush(EngineState& engine, Window& window, Rank rank);
Task<> flush_local(EngineState& engine, Window& window, Rank rank);
Task<> flush_all(EngineState& engine, Window& window);
Task<> flush_local_all(EngineState& engine, Window& window);
// Only executes MEM_SYNC: sends no packet, changes no state (NR-FLUSH-9).
Task<> sync(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
