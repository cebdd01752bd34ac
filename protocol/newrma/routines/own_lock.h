// The lock of a process on its own window segment. It needs no element and no packet: the request enters the same queue
// as the requests of other processes, and the grant is recorded in the window.
//
//     none --request_own_lock--> waiting --grant--> held --release_own_lock--> none
//     none --LOCK or LOCK_ALL with NOCHECK--> nocheck --release_own_lock--> none
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Requests the lock on this process's own window segment. The callers, LOCK and LOCK_ALL, wait for the grant.
void request_own_lock(EngineState& engine, Window& window, LockType type);
// Releases the lock on this process's own window segment if this process holds the lock. Then grants the next requests
// in the queue.
void release_own_lock(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
