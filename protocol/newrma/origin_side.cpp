// Replies, at the origin. A reply may bring up to three things at once: a lock, data, an acknowledgement. All are noted
// before progress is made on them.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

namespace {

bool acknowledges(const Packet& packet) {
    return packet.kind == kind::rma_done_ack || has(packet.flags, flag::rma_done_ack);
}

// The acknowledgement of an operation that carried LOCK and UNLOCK tells of the grant, too; not one that another
// thread's flush asked for before there was an element.
bool grants(const Packet& packet, const TargetElement* target) {
    if (grants_lock(packet)) return true;
    return target != nullptr && target->lock_rides && acknowledges(packet) &&
           part(packet).closing == target->rode_closing;
}

}  // namespace

void Engine::on_reply(Window& window, const Packet& packet) {
    TargetElement* const target = is_direct(window, packet.source) ? nullptr : find_target(window, packet.source);
    if (grants(packet, target)) on_grant(window, target, packet);
    if (is_response(packet.kind)) complete_fetch(window, packet);
    if (acknowledges(packet)) on_acknowledgement(window, target, packet);
    if (target != nullptr) make_progress_target(window, *target);
}

void Engine::on_grant(Window& window, TargetElement* target, const Packet& packet) {
    if (target == nullptr || target->state != TargetState::lock_issued) {
        if (on_node_grant(window, packet.source)) return;
        // One of those that LOCK_ALL sent when it fell back to the window protocol.
        if (window.fall_back == nullptr || window.fall_back->in_flight == 0) {
            throw ProtocolError("LOCK_GRANTED that nobody asked for");
        }
        --window.fall_back->in_flight;
        return;
    }
    set_state(Call::none, window, *target, TargetState::lock_granted);
    if (!target->lock_rides) return;
    target->lock_rides = false;
    if (has(packet.flags, flag::resend)) {
        resend_first(window, *target);
    } else if (!fetches(target->ops->operation.kind)) {
        complete_op(window, *target->ops);
    }
}

// The target could not keep the operation that carried the lock: it goes again, with what rode beside the lock
// (NR-LOCK-11).
void Engine::resend_first(Window& window, TargetElement& target) {
    OperationElement& op = *target.ops;
    Packet packet = operation_packet(window, op, target.rode);
    if (has(target.rode, flag::any_done)) set_closing(packet, target.rode_closing);
    world_.transport.send(packet);
    if (!fetches(op.operation.kind)) complete_op(window, op);
}

void Engine::on_acknowledgement(Window& window, TargetElement* target, const Packet& packet) {
    const std::uint32_t closing = part(packet).closing;
    if (window.ack_count == 0) throw ProtocolError("RMA_DONE_ACK that nobody asked for");
    --window.ack_count;
    // An element may have been freed before an acknowledgement came, and made again: older numbers are not its own.
    const bool own =
        target != nullptr && target->acks_due() > 0 && static_cast<std::int32_t>(closing - target->first_closing) >= 0;
    for (UntrackedAck** at = &window.untracked_acks; *at != nullptr; at = &(*at)->next) {
        if ((*at)->closing != closing) continue;
        (*at)->acknowledged = true;
        *at = (*at)->next;
        return;
    }
    if (own) {
        note_own_ack(window, *target, closing);
    } else if (!is_direct(window, packet.source) &&
               (window.state == WindowState::per_target || window.state == WindowState::lock_all_called)) {
        throw ProtocolError("RMA_DONE_ACK for a target that did not ask for it");
    }
}

void Engine::note_own_ack(Window& window, TargetElement& target, std::uint32_t closing) {
    ++target.acknowledged;
    for (AckWait* wait = window.ack_waits; wait != nullptr; wait = wait->next) {
        const bool awaited = static_cast<std::int32_t>(wait->last_closing - closing) >= 0;
        if (wait->target == &target && awaited) --wait->due;
    }
}

void Engine::complete_fetch(Window& window, const Packet& packet) {
    OperationElement& op = ops_[packet.op];
    if (op.target == nullptr || !op.issued || op.target->rank != packet.source) {
        throw ProtocolError("a response for an operation that is not under way");
    }
    const Operation& operation = op.operation;
    world_.memory.scatter(rank_, operation.result, operation.region.datatype, operation.region.count, packet.payload);
    world_.memory.release(packet.payload);
    op.completed = true;
    cleanup_ops_target(window, *op.target);
}

}  // namespace rmasim::newrma
