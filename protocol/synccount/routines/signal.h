// The signal of a request of operations: its counter goes down by one (SC-OPS-3).
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// By a DECREMENT; a counter of this process without a packet (SC-OPS-5).
void signal(EngineState& engine, const SyncRequest& request, RequestId id);
// It goes with the packet: COMPLETE.
void signal_with(EngineState& engine, const SyncRequest& request, RequestId id, Packet& packet);

}  // namespace rmasim::synccount
