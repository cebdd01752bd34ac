// FENCE (CH4-FENCE-1, CH4-FENCE-2).
#pragma once

#include "protocol/base/task.h"
#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

Task<> fence(EngineState& engine, Window& window, Assert asserts);

}  // namespace rmasim::ch4
