// PUT, GET, ACCUMULATE. They never wait.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Raises ErroneousProgram if no access epoch to the target is open.
void rma_op(EngineState& engine, Window& window, Call call, const Operation& operation);

}  // namespace rmasim::oldqueue
