// Replies, at the origin. A reply may bring up to three things at once: a lock, data, an acknowledgement. All are noted
// before progress is made on them.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

void Engine::on_reply(Window& window, const Packet& packet) {
    const bool grants = packet.kind == PacketKind::lock_granted || has(packet.flags, PacketFlag::lock_granted);
    const bool acknowledges = packet.kind == PacketKind::rma_done_ack || has(packet.flags, PacketFlag::rma_done_ack);
    TargetElement* const target = find_target(window, packet.source);

    // The acknowledgement of an operation that carried LOCK and UNLOCK tells of the grant, too.
    if (target != nullptr && target->state == TargetState::lock_issued &&
        (grants || (acknowledges && target->lock_rides))) {
        set_state(Call::none, window, *target, TargetState::lock_granted);
        target->lock_rides = false;
    }
    if (packet.kind == PacketKind::get_resp) complete_get(window, packet);
    if (acknowledges && window.state == WindowState::per_target) {
        if (target == nullptr || target->acks_due == 0) throw ProtocolError("RMA_DONE_ACK that nobody asked for");
        --target->acks_due;
    } else if (acknowledges) {
        if (window.ack_count == 0) throw ProtocolError("RMA_DONE_ACK that nobody asked for");
        --window.ack_count;
    }
    if (target != nullptr) make_progress_target(window, *target);
}

void Engine::complete_get(Window& window, const Packet& packet) {
    OperationElement& op = ops_[packet.op];
    if (op.target == nullptr || !op.issued || op.target->rank != packet.source) {
        throw ProtocolError("GET_RESP for an operation that is not under way");
    }
    const Operation& operation = op.operation;
    world_.memory.scatter(rank_, operation.origin, operation.datatype, operation.count, packet.payload);
    world_.memory.release(packet.payload);
    op.completed = true;
    cleanup_ops_target(window, *op.target);
}

}  // namespace rmasim::newrma
