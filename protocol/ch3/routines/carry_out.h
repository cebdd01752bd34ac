// The target's side of an operation: memory, answers, counter (CH3-DO-1 to CH3-DO-4).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Carries out an operation that holds the lock, if it asked for it, and answers. True if it releases the lock: that is
// the caller's part.
bool carry_out(EngineState& engine, Window& window, const Packet& packet);

void send_answer(EngineState& engine, const Window& window, const Packet& request, PacketKind kind, PacketFlag flags,
                 Why why = Why::usual);
void lower_counter(EngineState& engine, Window& window);

}  // namespace rmasim::ch3
