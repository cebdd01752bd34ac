// Elements for operations, and what happens when there are none (CH3-OUT-1 to CH3-OUT-6).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Waits until there is one: use it where `try_take_op` gave none.
Task<OperationElement*> obtain_op(EngineState& engine, Call call, Window& window);
// The same for `try_take_target`.
Task<TargetElement*> obtain_target(EngineState& engine, Call call, Window& window, Rank rank);

}  // namespace rmasim::ch3
