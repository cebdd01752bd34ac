// Handlers of requests, at the target: the lock queue, applying operations, acknowledging. Handlers never block. A
// request that must wait for the lock is queued, with its operation if there is room, and handled when it is granted.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// An operation, its RTS, LOCK, UNLOCK or RMA_DONE of another process.
void on_request(EngineState& engine, Window& window, const Packet& packet);
// This process asks for the lock of its own window: it has it at once, or waits in the queue.
void take_own_lock(EngineState& engine, Window& window, LockType type);

// The sender's waiting request may overtake from now on (holders.h).
void on_holds(EngineState& engine, Window& window, const Packet& packet);

// `holder` releases the lock of this process's window; the next compatible requests are granted.
void release_lock(EngineState& engine, Window& window, Rank holder);
void grant_waiting(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
