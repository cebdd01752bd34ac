// Elements for operations when the pools are exhausted (CH3-OUT-1 to CH3-OUT-6).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Waits for a free operation element and allocates it. A call uses this function if `try_take_op` returned null.
Task<OperationElement*> obtain_op(EngineState& engine, Call call, Window& window);
// Waits for a free target element and allocates it for `rank`. A call uses this function if `try_take_target` returned
// null.
Task<TargetElement*> obtain_target(EngineState& engine, Call call, Window& window, Rank rank);

}  // namespace rmasim::ch3
