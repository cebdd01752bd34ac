// How operations are sent: copied away at once, from the user's memory, or announced first (NR-SEND). It depends on the
// size of their data and on nothing else.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// The operation's data are announced before it is sent (NR-SEND-4). Usually there is no threshold, and this is one
// comparison.
template <class AnyOperation>
bool needs_announcement(const EngineState& engine, const AnyOperation& operation) {
    const std::uint32_t threshold = engine.config.rendezvous_threshold_bytes;
    return threshold != no_limit_bytes && operation.bytes_sent() > threshold;
}
// Sends RTS. CTS answers it.
void announce(EngineState& engine, const Window& window, OperationElement& op);
// CTS has arrived: the operation may be sent.
void on_clear_to_send(EngineState& engine, const Packet& packet);

// The packet of `op`, with its data.
Packet operation_packet(EngineState& engine, const Window& window, const OperationElement& op, PacketFlag flags);
// Sends the packet of `op`. Afterwards the operation is complete, unless its data are `sending`.
void send_unanswered(EngineState& engine, Window& window, OperationElement& op, const Packet& packet);

}  // namespace rmasim::newrma
