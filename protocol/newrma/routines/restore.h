// RESTORE_OP_ELEM_RESOURCES and RESTORE_TARGET_ELEM_RESOURCES (design, "Basic routines" 5 and 6): how a call gets an
// element when both pool levels are exhausted. It frees elements of its own window first, then those of other windows
// of the process, which may hold elements of the global pool.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Waits for a free operation element for an operation on `target`, and takes it. The caller holds `target`.
Task<OperationElement*> obtain_op(EngineState& engine, Call call, Window& window, const TargetElement& target);
// Makes the element of `rank`, in the state that the epoch requires. If the pools are exhausted, it waits, and LOCK_ALL
// falls back. Raises ErroneousProgram if the target is not locked.
Task<TargetElement*> obtain_target(EngineState& engine, Call call, Window& window, Rank rank);
// Waits until a target element is free; another call may take it first.
Task<> restore_target(EngineState& engine, Call call, Window& window);

}  // namespace rmasim::newrma
