// POST, START, COMPLETE, WAIT and TEST (OQ-PSCW-1 to OQ-PSCW-3).
#pragma once

#include "protocol/base/task.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

void post(EngineState& engine, Window& window, Group group);
void start(Window& window, Group group);
Task<> complete(EngineState& engine, Window& window);
Task<> wait(EngineState& engine, Window& window);
// Returns true if the exposure epoch has ended.
bool test(EngineState& engine, Window& window);

}  // namespace rmasim::oldqueue
