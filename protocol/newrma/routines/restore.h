// RESTORE_OP_ELEM_RESOURCES and RESTORE_TARGET_ELEM_RESOURCES (design, "Basic routines" 5 and 6): a call gets an
// element when both pool levels are exhausted. Elements of the call's window are freed first, then elements of other
// windows of the process, which may hold elements of the global pool.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Waits for a free operation element for an operation on `target`, and allocates the element. The caller must be
// counted in `target.users`.
Task<OperationElement*> obtain_op(EngineState& engine, Call call, Window& window, const TargetElement& target);
// Creates the element of target `rank`, in the state that the epoch requires. If the pools are exhausted, the call
// waits for an element, and LOCK_ALL falls back to the window protocol. Throws ErroneousProgram if the target is not
// locked.
Task<TargetElement*> obtain_target(EngineState& engine, Call call, Window& window, Rank rank);
// Waits until a target element is free. Another call may allocate it first.
Task<> restore_target(EngineState& engine, Call call, Window& window);

}  // namespace rmasim::newrma
