// Searches the queue in rounds (OQ-QUEUE-3).
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Repeats rounds until a round changes nothing. Does nothing if requests wait for a synchronisation call of this
// process (OQ-AGENT-5).
void serve_queue(EngineState& engine, Poller poller = Poller::rank);

}  // namespace rmasim::oldqueue
