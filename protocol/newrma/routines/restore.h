// RESTORE_OP_ELEM_RESOURCES and RESTORE_TARGET_ELEM_RESOURCES (design, "Basic routines" 5 and 6): how a call that found
// both pool levels empty gets an element. Elements of the call's own window are looked at first, then the other
// windows' of the process, which may hold what the global pool lacks.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Waits until there is an operation element, and takes it.
Task<OperationElement*> obtain_op(EngineState& engine, Call call, Window& window);
// Makes the element of `rank`, in the state the epoch gives it, and waits where there is none to be had; LOCK_ALL falls
// back then. Raises ErroneousProgram when the target is not locked.
Task<TargetElement*> obtain_target(EngineState& engine, Call call, Window& window, Rank rank);
// Waits until a target element may be had; another call may be faster to take it.
Task<> restore_target(EngineState& engine, Call call, Window& window);

}  // namespace rmasim::newrma
