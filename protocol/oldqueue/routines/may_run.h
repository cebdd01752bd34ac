// The conditions under which a target runs a request (OQ-QUEUE-2).
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// True if the next step of the request may run now. The steps are LOCK, the operation, and the step that closes the
// epoch. `poller` is the agent that would run the step.
bool may_run(const EngineState& engine, const Window& window, const Packet& request, Poller poller);

// True if the request is a GET that carries UNLOCK or RMA_DONE, and its response is also the acknowledgement.
bool is_answered_by_response(const EngineState& engine, const Packet& request);

}  // namespace rmasim::oldqueue
