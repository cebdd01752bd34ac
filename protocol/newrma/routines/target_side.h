// Requests, at the target: the lock queue, applying operations, acknowledging. Handlers never block; a request that
// must wait for the lock is kept, with its operation while there is room, and handled when its turn comes.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// An operation, LOCK, UNLOCK or RMA_DONE of another process. Also this process's own LOCK of its own window, as a
// packet that is not sent.
void on_request(EngineState& engine, Window& window, const Packet& packet);

// The lock of this process's window, at its target: `holder` gives it back; those who are next in line get it.
void release_lock(EngineState& engine, Window& window, Rank holder);
void grant_waiting(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
