// Handlers of packets. A target executes each request when the request arrives. An origin handles answers.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// Handles PUT, ACC, GET, RMA_DONE and DECREMENT.
void on_request(EngineState& engine, Window& window, const Packet& packet);
// Handles GET_RESP and RMA_DONE_ACK.
void on_reply(EngineState& engine, Window& window, const Packet& packet);
// Executes an operation on the process's own window segment, without a packet. The operation is then complete.
void run_own(EngineState& engine, const Window& window, Operation operation);

}  // namespace rmasim::synccount
