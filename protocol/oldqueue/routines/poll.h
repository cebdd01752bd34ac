// MPID_Make_progress: handles all delivered packets, then searches the request queue.
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Handles all delivered packets, or appends them to the request queue, before the first request runs: the order of
// grants then does not depend on the moment of each packet. Does not resume calls whose condition now holds.
void poll(EngineState& engine, Poller poller);

}  // namespace rmasim::oldqueue
