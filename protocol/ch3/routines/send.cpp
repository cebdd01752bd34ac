#include "protocol/ch3/routines/send.h"

#include "protocol/ch3/routines/op_form.h"

#include <cstring>

namespace rmasim::ch3 {

namespace {

Payload part_of(EngineState& engine, Payload whole, std::size_t first_byte, std::size_t bytes) {
    if (whole.bytes == nullptr) return whole;
    const Payload part = engine.world.memory.allocate(bytes);
    std::memcpy(part.bytes, whole.bytes + first_byte, bytes);
    engine.world.memory.release(whole);
    return part;
}

Payload data_of(EngineState& engine, const OperationElement& op, Unit unit) {
    const StoredOperation& operation = op.operation;
    const std::uint32_t sent = operation.elements_sent();
    if (sent == 0) return {};
    const Payload whole = engine.world.memory.gather(engine.rank, operation.buffer, operation.region.datatype, sent);
    if (!op.streams()) return whole;
    const std::size_t size = bytes_of(operation.region.datatype);
    return part_of(engine, whole, unit.first * size, unit.count * size);
}

std::uint32_t bytes_sent(const OperationElement& op, Unit unit) {
    if (op.immediate || op.operation.elements_sent() == 0) return 0;
    return unit.count * static_cast<std::uint32_t>(bytes_of(op.operation.region.datatype));
}

}  // namespace

void send_unit(EngineState& engine, const Window& window, const OperationElement& op, std::uint32_t unit,
               PacketFlag flags) {
    const StoredOperation& operation = op.operation;
    Packet packet = packet_to(engine, op.target, window, packet_kind_of(operation.kind));
    const Unit elements = unit_at(op, unit);
    packet.op = op.id();
    packet.region = operation.region;
    packet.reduce = operation.reduce;
    packet.flags = flags;
    if (op.streams()) packet.flags |= flag::stream;
    if (op.immediate) {
        packet.flags |= operation.kind == OpKind::get ? flag::immediate_response : flag::immediate;
    }
    set_unit(packet, elements);
    packet.data_bytes = bytes_sent(op, elements);
    packet.payload = data_of(engine, op, elements);
    engine.world.transport.send(packet);
}

void send_lock(EngineState& engine, const Window& window, Rank target, LockType type, Why why) {
    Packet packet = packet_to(engine, target, window, kind::lock);
    packet.flags = flag::lock_of(type);
    packet.set_why(why);
    engine.world.transport.send(packet);
}

void send_closing(EngineState& engine, const Window& window, Rank target, PacketKind kind, PacketFlag flags, Why why) {
    Packet packet = packet_to(engine, target, window, kind);
    packet.flags = flags;
    packet.set_why(why);
    engine.world.transport.send(packet);
}

}  // namespace rmasim::ch3
