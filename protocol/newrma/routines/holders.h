// Lock order holders_first: the requests of an epoch that holds a lock of the window may overtake exclusive requests at
// other targets. Such requests carry flag HOLDS. After the epoch's first grant, a packet HOLDS follows each request
// that was sent without the flag:
//
//     origin: LOCK to 1, LOCK to 2      neither has HOLDS
//     1: LOCK_GRANTED                   2: queued after a writer
//     origin: HOLDS to 2                2: overtakes the writer if others share the lock
//
// If packets may overtake each other, HOLDS is acknowledged: it then cannot arrive after the end of its epoch, or after
// WIN_FREE. In this case HOLDS is not sent to processes of the same node: they have no target element that could count
// the acknowledgement.
//
// Without packet HOLDS, two epochs that requested two locks at the same time could still block each other.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Records that a lock of the window was granted to this process. Sends HOLDS to the targets whose locks this process
// still waits for. Returns true for the first lock of the epoch: a waiting request for the process's own lock may then
// overtake, too, and the caller must call grant_waiting.
bool note_lock_held(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
