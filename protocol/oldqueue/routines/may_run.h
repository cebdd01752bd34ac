// The target's decision if a request may run now (OQ-QUEUE-2).
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// True if the next step of the request may run: LOCK, then the operation, then the step that closes the epoch.
bool may_run(const EngineState& engine, const Window& window, const Packet& request, Poller poller);

// True if the request is a GET that carries UNLOCK or RMA_DONE, and its response is also the acknowledgement.
bool is_answered_by_response(const EngineState& engine, const Packet& request);

}  // namespace rmasim::oldqueue
