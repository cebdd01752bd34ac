// Handlers of requests at the target: the lock queue, application of operations, acknowledgements. Handlers never
// block. A request that must wait for the lock is queued, with its operation if there is room, and handled when the
// lock is granted.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Handles a request of another process: an operation, its RTS, LOCK, UNLOCK or RMA_DONE.
void on_request(EngineState& engine, Window& window, const Packet& packet);
// Acquires the lock of this process's window segment for this process itself, or queues the request.
void take_own_lock(EngineState& engine, Window& window, LockType type);

// Handles HOLDS: the sender holds another lock of the window, so its waiting request may now overtake exclusive
// requests (holders.h).
void on_holds(EngineState& engine, Window& window, const Packet& packet);

// Releases the lock that `holder` has on this process's window segment. The caller must then call grant_waiting.
void release_lock(EngineState& engine, Window& window, Rank holder);
// Grants the lock to the next compatible requests in the queue.
void grant_waiting(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
