// PUT, GET, ACCUMULATE. They do not wait, but for what the target gave to WIN_CREATE (OQ-CREATE-2).
#pragma once

#include "protocol/base/task.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Raises ErroneousProgram if no access epoch to the target is open.
Task<> rma_op(EngineState& engine, Window& window, Call call, Operation operation);

}  // namespace rmasim::oldqueue
