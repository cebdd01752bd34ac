// FENCE (CH3-FENCE-1 to CH3-FENCE-5).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

Task<> fence(EngineState& engine, Window& window, Assert asserts);

}  // namespace rmasim::ch3
