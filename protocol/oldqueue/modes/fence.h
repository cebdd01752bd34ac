// FENCE (OQ-FENCE-1 to OQ-FENCE-4).
#pragma once

#include "protocol/base/task.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

Task<> fence(EngineState& engine, Window& window, Assert asserts);

}  // namespace rmasim::oldqueue
