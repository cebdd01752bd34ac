// The three ways to send an operation: data copied at once, sent from the user's memory, or announced first (NR-SEND).
// The choice depends only on the size of the data.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// True if the operation has more data than the announcement threshold: the data are then announced before they are sent
// (NR-SEND-4). By default, there is no threshold.
template <class AnyOperation>
bool needs_announcement(const EngineState& engine, const AnyOperation& operation) {
    const std::uint32_t threshold = engine.config.rendezvous_threshold_bytes;
    return threshold != no_limit_bytes && operation.bytes_sent() > threshold;
}
// Sends RTS for the operation. The target answers with CTS.
void announce(EngineState& engine, const Window& window, OperationElement& op);
// Handles CTS: the announced operation may be sent.
void on_clear_to_send(EngineState& engine, const Packet& packet);

// Returns the packet of `op`, with its data.
Packet operation_packet(EngineState& engine, const Window& window, const OperationElement& op, PacketFlag flags);
// Sends the packet of an operation that gets no answer. Afterwards the operation is complete, or its progress is
// `sending`: its data have not left the user's memory.
void send_unanswered(EngineState& engine, Window& window, OperationElement& op, const Packet& packet);

}  // namespace rmasim::newrma
