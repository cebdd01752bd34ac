// Handlers of requests at the target: the lock queue, application of operations, acknowledgements. Handlers never
// block. A request that must wait for the lock is queued, with its operation if there is room, and handled when it is
// granted.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Handles an operation, its RTS, LOCK, UNLOCK or RMA_DONE of another process.
void on_request(EngineState& engine, Window& window, const Packet& packet);
// Acquires the lock of the own window for this process, or queues its request.
void take_own_lock(EngineState& engine, Window& window, LockType type);

// Handles HOLDS: the sender's waiting request may now overtake (holders.h).
void on_holds(EngineState& engine, Window& window, const Packet& packet);

// Releases the lock that `holder` has on this process's window segment. grant_waiting then grants it to others.
void release_lock(EngineState& engine, Window& window, Rank holder);
// Grants the lock to the next compatible requests in the queue.
void grant_waiting(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
