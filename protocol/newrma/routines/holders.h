// Lock order holders_first: an epoch that holds a lock of the window may overtake exclusive requests at other targets.
// Its lock requests say so (flag HOLDS). Those that were sent before the first grant follow up with a packet HOLDS:
//
//     origin: LOCK to 1, LOCK to 2      neither has HOLDS
//     1: LOCK_GRANTED                   2: queued after a writer
//     origin: HOLDS to 2                2: overtakes the writer if others share the lock
//
// Where packets may overtake each other it is acknowledged, so that it does not come after its epoch, or after
// WIN_FREE; there it does not go to processes of the own node, which have no element to count the acknowledgement.
//
// Without that packet two epochs that asked for two locks at once could still block each other.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// A lock of the window was granted to this process: those targets are told whose locks it still waits for. True if that
// is news: then its request for the own lock may overtake, too (grant_waiting).
bool note_lock_held(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
