// The signal of a request of operations, which lowers its counter by one (SC-OPS-3).
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// Sends a DECREMENT, or lowers a counter of this process without a packet (SC-OPS-5).
void signal(EngineState& engine, const SyncRequest& request, RequestId id);
// Piggybacks the signal on `packet`, as flag COMPLETE.
void signal_with(EngineState& engine, const SyncRequest& request, RequestId id, Packet& packet);

}  // namespace rmasim::synccount
