// The lock at the target: which LOCK may be granted, and what a release does (OQ-LOCK-3, OQ-LOCK-6).
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// `request` is a LOCK that the current round has come to.
bool may_grant(const EngineState& engine, const Window& window, const Packet& request);
void grant(EngineState& engine, Window& window, Rank origin, LockType type);
void release(EngineState& engine, Window& window, Rank origin);

// LOCK of the own window tries; under `fifo` not past an older exclusive request.
bool may_take_own_lock(const EngineState& engine, const Window& window, LockType type);

}  // namespace rmasim::oldqueue
