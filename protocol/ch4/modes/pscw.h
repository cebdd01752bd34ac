// POST, START, COMPLETE, WAIT and TEST (CH4-PSCW-1 to CH4-PSCW-5).
#pragma once

#include "protocol/base/task.h"
#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

void post(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> start(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> complete(EngineState& engine, Window& window);
Task<> wait(EngineState& engine, Window& window);
bool test(EngineState& engine, Window& window);

}  // namespace rmasim::ch4
