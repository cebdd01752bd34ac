#include "protocol/newrma/routines/origin_side.h"

#include "protocol/newrma/routines/holders.h"
#include "protocol/newrma/routines/node_share.h"
#include "protocol/newrma/routines/progress.h"
#include "protocol/newrma/routines/sending.h"
#include "protocol/newrma/routines/target_side.h"

namespace rmasim::newrma {

namespace {

bool acknowledges(const Packet& packet) {
    return packet.kind == kind::rma_done_ack || has(packet.flags, flag::rma_done_ack);
}

// True if the packet grants the lock. The acknowledgement of an operation that carried LOCK and UNLOCK is also the
// grant. An acknowledgement that another thread's flush requested before the element existed is not a grant.
bool grants(const Packet& packet, const TargetElement* target) {
    if (grants_lock(packet)) return true;
    return target != nullptr && target->lock_piggybacked && acknowledges(packet) &&
           has(target->piggybacked, flag::any_done) && part(packet).ack_id == target->first_ack_id;
}

// Sends the operation that carried the lock request again, because the target dropped the operation. The other flags
// that were piggybacked on the operation are sent again, too (NR-LOCK-11).
void resend_first(EngineState& engine, Window& window, TargetElement& target) {
    OperationElement& op = *target.ops;
    Packet packet = operation_packet(engine, window, op, target.piggybacked);
    if (has(target.piggybacked, flag::any_done)) set_ack_id(packet, target.first_ack_id);
    if (fetches(op.operation.kind)) return engine.world.transport.send(packet);
    send_unanswered(engine, window, op, packet);
    if (!op.sending()) complete_op(engine, window, op);
}

void on_grant(EngineState& engine, Window& window, TargetElement* target, const Packet& packet) {
    if (target == nullptr || target->state != TargetState::lock_issued) {
        if (on_node_grant(window, packet.source)) return;
        // The grant answers a request that LOCK_ALL sent when it switched to the window protocol.
        if (window.fall_back == nullptr || window.fall_back->in_flight == 0) {
            throw ProtocolError("LOCK_GRANTED without a request");
        }
        --window.fall_back->in_flight;
        return;
    }
    set_state(engine, Call::none, window, *target, TargetState::lock_granted);
    if (!target->lock_piggybacked) return;
    target->lock_piggybacked = false;
    if (has(packet.flags, flag::resend)) {
        resend_first(engine, window, *target);
    } else if (!fetches(target->ops->operation.kind)) {
        complete_op(engine, window, *target->ops);
    }
}

void note_own_ack(Window& window, TargetElement& target, std::uint32_t ack_id) {
    ++target.acknowledged;
    for (AckWait* wait = window.ack_waits; wait != nullptr; wait = wait->next) {
        const bool awaited = !is_before(wait->last_ack_id, ack_id);
        if (wait->target == &target && awaited) --wait->due;
    }
}

void on_acknowledgement(Window& window, TargetElement* target, const Packet& packet) {
    const std::uint32_t ack_id = part(packet).ack_id;
    if (window.ack_count == 0) throw ProtocolError("RMA_DONE_ACK that no RMA_DONE requested");
    --window.ack_count;
    // The element may have been freed before this acknowledgement arrived, and created again. Ids before `first_ack_id`
    // belong to the earlier element.
    const bool own = target != nullptr && target->acks_due() > 0 && !is_before(ack_id, target->first_ack_id);
    for (UntrackedAck** at = &window.untracked_acks; *at != nullptr; at = &(*at)->next) {
        if ((*at)->ack_id != ack_id) continue;
        (*at)->acknowledged = true;
        *at = (*at)->next;
        return;
    }
    if (own) {
        note_own_ack(window, *target, ack_id);
    } else if (!window.is_direct(packet.source) &&
               (window.state == WindowState::per_target || window.state == WindowState::lock_all_called)) {
        throw ProtocolError("RMA_DONE_ACK of a target to which no RMA_DONE was sent");
    }
}

void complete_fetch(EngineState& engine, Window& window, const Packet& packet) {
    OperationElement& op = engine.ops[packet.op];
    if (op.target == nullptr || !op.issued() || op.target->rank != packet.source) {
        throw ProtocolError("a response for an operation that was not sent");
    }
    const StoredOperation& operation = op.operation;
    const OriginBuffer& result = operation.kind == OpKind::get ? operation.buffer : engine.rests[op.rest].result;
    engine.world.memory.scatter(engine.rank, result, operation.region.datatype, operation.region.count, packet.payload);
    engine.world.memory.release(packet.payload);
    op.progress = Progress::completed;
    cleanup_ops_target(engine, window, *op.target);
}

}  // namespace

// Records the whole content of a reply before it makes any progress.
void on_reply(EngineState& engine, Window& window, const Packet& packet) {
    TargetElement* const target =
        window.is_direct(packet.source) ? nullptr : find_target(engine, window, packet.source);
    if (grants(packet, target)) on_grant(engine, window, target, packet);
    if (grants_lock(packet) && note_lock_held(engine, window)) grant_waiting(engine, window);
    if (is_response(packet.kind)) complete_fetch(engine, window, packet);
    if (packet.kind == kind::cts) on_clear_to_send(engine, packet);
    if (acknowledges(packet)) on_acknowledgement(window, target, packet);
    if (target != nullptr) make_progress_target(engine, window, *target);
}

// The operation is complete. It leaves the list only after earlier operations (NR-SEND-3).
void on_data_sent(EngineState& engine, OpId id) {
    OperationElement& op = engine.ops[id];
    if (op.target == nullptr || !op.sending()) {
        throw ProtocolError("the data of an operation have left, but were not being sent");
    }
    Window& window = engine.windows[op.target->window];
    op.progress = Progress::completed;
    --window.operations_sending;
    make_progress_target(engine, window, *op.target);
}

}  // namespace rmasim::newrma
