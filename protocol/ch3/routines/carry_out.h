// The execution of an operation at the target: memory, answers, counter (CH3-DO-1 to CH3-DO-4).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Executes an operation and answers it. Precondition: if the operation requests the lock, its origin holds the lock.
// Returns true if the caller must release the lock.
bool carry_out(EngineState& engine, Window& window, const Packet& packet);

void send_answer(EngineState& engine, const Window& window, const Packet& request, PacketKind kind, PacketFlag flags,
                 Why why = Why::usual);
void lower_counter(EngineState& engine, Window& window, Rank origin);

}  // namespace rmasim::ch3
