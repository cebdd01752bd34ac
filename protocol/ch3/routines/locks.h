// The target's side of locks: requests, their queue, releases (CH3-LOCK-1 to CH3-LOCK-6).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

void on_lock(EngineState& engine, Window& window, const Packet& packet);
// An operation, with LOCK or without.
void on_operation(EngineState& engine, Window& window, const Packet& packet);
void on_unlock(EngineState& engine, Window& window, const Packet& packet);

// The own window: no packets. `acquire_own` leaves the request in the queue if it must wait; false if there is no
// entry.
bool acquire_own(EngineState& engine, Window& window, LockType type);
void release_own(EngineState& engine, Window& window);

}  // namespace rmasim::ch3
