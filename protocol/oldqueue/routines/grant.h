// The lock at the target: the conditions of a grant, the grant and the release (OQ-LOCK-3, OQ-LOCK-6).
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// True if the lock may be granted to `request`, a LOCK. The caller searches the queue and has reached this request.
bool may_grant(const EngineState& engine, const Window& window, const Packet& request);
void grant(EngineState& engine, Window& window, Rank origin, LockType type);
void release(EngineState& engine, Window& window, Rank origin);

// True if this process may acquire the lock of its own window segment now. Under `fifo`, this LOCK may not overtake an
// older exclusive request.
bool may_take_own_lock(const EngineState& engine, const Window& window, LockType type);

}  // namespace rmasim::oldqueue
