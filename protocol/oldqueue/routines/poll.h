// MPID_Make_progress: takes all queued packets, then goes through the queue.
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// All queued packets join the queue or are handled, before the first request runs: otherwise grants would
// follow the order of single packets. Calls whose wait is over are not resumed yet.
void poll(EngineState& engine, Poller poller);

}  // namespace rmasim::oldqueue
