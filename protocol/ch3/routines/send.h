// Sends the packets of an origin.
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Sends one unit of an operation, by its number. An operation that is not streamed has only unit 0.
void send_unit(EngineState& engine, const Window& window, const OperationElement& op, std::uint32_t unit,
               PacketFlag flags);

void send_lock(EngineState& engine, const Window& window, Rank target, LockType type, Why why = Why::usual);
// Sends UNLOCK, FLUSH or DECR_AT_COUNTER.
void send_closing(EngineState& engine, const Window& window, Rank target, PacketKind kind,
                  PacketFlag flags = PacketFlag::none, Why why = Why::usual);

}  // namespace rmasim::ch3
