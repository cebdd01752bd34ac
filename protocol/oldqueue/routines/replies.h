// Handlers of packets that are not queued: replies, and the data of long operations.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Handles CTS: sends the data of the long operation.
void on_cts(EngineState& engine, Window& window, const Packet& packet);
// Handles RMA_DATA, which completes a long operation at the target.
void on_data(EngineState& engine, Window& window, const Packet& packet);
// Returns the waiting accumulate that this process sends when it handles the acknowledgement; no_operation if no
// accumulate waits.
OpId next_accumulate(Window& window, const Packet& acknowledgement);
// Handle GET_RESP and RMA_DONE_ACK.
void on_response(EngineState& engine, Window& window, const Packet& packet);
void on_acknowledgement(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::oldqueue
