// The handling of answers at the origin (CH3-ANS-1 to CH3-ANS-5).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Handles LOCK_ACK, LOCK_OP_ACK, ACK and responses.
void on_answer(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::ch3
