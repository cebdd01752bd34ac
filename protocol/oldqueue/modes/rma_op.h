// PUT, GET and ACCUMULATE. They never wait, except for the size of the target's window segment (OQ-CREATE-2).
#pragma once

#include "protocol/base/task.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Raises ErroneousProgram if no access epoch to the target is open.
Task<> rma_op(EngineState& engine, Window& window, Call call, Operation operation);

}  // namespace rmasim::oldqueue
