// Packets that reach their target: what they carry is done at once (nothing waits, nothing is refused), and answers
// reach their origin.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// PUT, ACC, GET, RMA_DONE, DECREMENT.
void on_request(EngineState& engine, Window& window, const Packet& packet);
// GET_RESP, RMA_DONE_ACK.
void on_reply(EngineState& engine, Window& window, const Packet& packet);
// An operation on the own window: no packet, and complete at once.
void run_own(EngineState& engine, const Window& window, Operation operation);

}  // namespace rmasim::synccount
