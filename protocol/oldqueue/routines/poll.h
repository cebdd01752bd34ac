// MPID_Make_progress: takes all queued packets, then searches the queue.
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Handles all delivered packets, or appends them to the queue, before the first request runs. Otherwise grants would
// follow the order of single packets. Does not resume calls whose wait is over.
void poll(EngineState& engine, Poller poller);

}  // namespace rmasim::oldqueue
