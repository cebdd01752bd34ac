// POST, START, COMPLETE, WAIT, TEST.
#pragma once

#include "protocol/base/task.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

void post(EngineState& engine, Window& window, Group group);
void start(Window& window, Group group);
Task<> complete(EngineState& engine, Window& window);
Task<> wait(EngineState& engine, Window& window);
// True if the exposure epoch is over.
bool test(EngineState& engine, Window& window);

}  // namespace rmasim::oldqueue
