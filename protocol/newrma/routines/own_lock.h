// The lock of the process's own window. It needs no element and no packet: the request is put into the same queue as
// those of other processes, and the grant is recorded in the window.
//
//     none --request_own_lock--> waiting --grant--> held --release_own_lock--> none
//     none --LOCK or LOCK_ALL with NOCHECK--> nocheck --release_own_lock--> none
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Requests the lock, unless that was done before, and waits for it (NR-LOCK-3).
Task<> lock_own_window(EngineState& engine, Call call, Window& window, LockType type);
// The same without waiting.
void request_own_lock(EngineState& engine, Window& window, LockType type);
// Releases the lock if it is held; the next request in the queue is granted.
void release_own_lock(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
