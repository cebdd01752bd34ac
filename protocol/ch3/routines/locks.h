// The lock of a window at its target: requests, their queue, releases (CH3-LOCK-1 to CH3-LOCK-6).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

void on_lock(EngineState& engine, Window& window, const Packet& packet);
// Handles an operation, with LOCK or without.
void on_operation(EngineState& engine, Window& window, const Packet& packet);
void on_unlock(EngineState& engine, Window& window, const Packet& packet);

// Acquire and release the lock of the calling process's own window segment, without packets. If the lock is not free,
// `acquire_own` queues the request; it returns false if the queue has no free entry.
bool acquire_own(EngineState& engine, Window& window, LockType type);
void release_own(EngineState& engine, Window& window);

}  // namespace rmasim::ch3
