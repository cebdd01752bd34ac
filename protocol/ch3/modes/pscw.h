// POST, START, COMPLETE, WAIT, TEST (CH3-PSCW-1 to CH3-PSCW-5).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

void post(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> start(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> complete(EngineState& engine, Window& window);
Task<> wait(EngineState& engine, Window& window);
bool test(EngineState& engine, Window& window);

}  // namespace rmasim::ch3
