// Whether a request may run now: the target decides (OQ-QUEUE-2).
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// The part of the request that runs next: LOCK, then the operation, then what closes.
bool may_run(const EngineState& engine, const Window& window, const Packet& request, Poller poller);

// A GET that carries UNLOCK or RMA_DONE, and whose response answers that.
bool is_answered_by_response(const EngineState& engine, const Packet& request);

}  // namespace rmasim::oldqueue
