// The functions that make the calls of oldqueue: a section for each kind of call.
#pragma once

#include "protocol/base/task.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// ---- FENCE (OQ-FENCE-1 to OQ-FENCE-4).

Task<> fence(EngineState& engine, Window& window, Assert asserts);

// ---- LOCK and UNLOCK (OQ-LOCK-1 to OQ-LOCK-8).

Task<> lock(EngineState& engine, Window& window, Rank rank, LockType type, Assert asserts);
Task<> unlock(EngineState& engine, Window& window, Rank rank);

// ---- POST, START, COMPLETE, WAIT and TEST (OQ-PSCW-1 to OQ-PSCW-3).

void post(EngineState& engine, Window& window, Group group);
void start(Window& window, Group group);
Task<> complete(EngineState& engine, Window& window);
Task<> wait(EngineState& engine, Window& window);
// Returns true if the exposure epoch has ended.
bool test(EngineState& engine, Window& window);

// ---- PUT, GET and ACCUMULATE. They never wait, except for the size of the target's window segment (OQ-CREATE-2).

// Raises ErroneousProgram if no access epoch to the target is open.
Task<> rma_op(EngineState& engine, Window& window, Call call, Operation operation);

}  // namespace rmasim::oldqueue
