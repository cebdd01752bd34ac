// Searches the queue in rounds (OQ-QUEUE-3).
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Repeats rounds until a round runs no request. A round visits the requests of the queue from the oldest to the newest.
// Does nothing inside a call that must not handle requests (setting `serves`: "synchronisation", OQ-AGENT-5).
void serve_queue(EngineState& engine, Poller poller = Poller::rank);

}  // namespace rmasim::oldqueue
