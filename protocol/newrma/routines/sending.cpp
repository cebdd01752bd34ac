#include "protocol/newrma/routines/sending.h"

namespace rmasim::newrma {

void announce(EngineState& engine, const Window& window, OperationElement& op) {
    op.progress = Progress::announced;
    Packet packet = packet_to(engine, op.target->rank, window, kind::rts);
    packet.op = op.id();
    engine.world.transport.send(packet);
}

void on_clear_to_send(EngineState& engine, const Packet& packet) {
    OperationElement& op = engine.ops[packet.op];
    const bool awaited = op.target != nullptr && op.progress == Progress::announced;
    if (!awaited || op.target->rank != packet.source) {
        throw ProtocolError("CTS for an operation without RTS");
    }
    op.progress = Progress::cleared;
}

Packet operation_packet(EngineState& engine, const Window& window, const OperationElement& op, PacketFlag flags) {
    const StoredOperation& operation = op.operation;
    Packet packet = packet_to(engine, op.target->rank, window, packet_kind_of(operation.kind));
    packet.flags = flags;
    packet.reduce = operation.reduce;
    packet.op = op.id();
    packet.region = operation.region;
    if (const std::uint32_t sent = operation.elements_sent(); operation.kind == OpKind::put || sent > 0) {
        packet.data_bytes = operation.bytes_sent();
        packet.payload = engine.world.memory.gather(engine.rank, operation.buffer, operation.region.datatype, sent);
    }
    return packet;
}

void send_unanswered(EngineState& engine, Window& window, OperationElement& op, const Packet& packet) {
    if (packet.data_bytes <= engine.config.eager_limit_bytes) return engine.world.transport.send(packet);
    op.progress = Progress::sending;
    ++window.operations_sending;
    engine.world.transport.send_from_memory(packet);
}

}  // namespace rmasim::newrma
