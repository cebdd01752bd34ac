// ISSUE_OPS, CLEANUP_OPS and MAKE_RMA_PROGRESS (design, "Basic routines" 1 to 3). None of them blocks. Every closing
// request is served here and nowhere else, so whatever makes progress on a target also drives its RMA_DONE or UNLOCK.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

bool Engine::may_issue(const Window& window, const TargetElement& target) const {
    return target.state == TargetState::lock_granted || window.state == WindowState::fence_granted ||
           window.state == WindowState::pscw_granted || window.state == WindowState::lock_all_granted;
}

// MPI applies the accumulates of one origin to one place in the order they were made. An ordered transport sees to it;
// otherwise one goes when nothing before it is on its way any more (NR-UNORD-3).
bool Engine::must_keep_order(const TargetElement& target) const {
    if (ordered_ || !config_.accumulate_ordering) return false;
    if (!accumulates(target.next_to_issue->operation.kind)) return false;
    return target.acks_due() > 0 || target.ops != target.next_to_issue;
}

// Sends one packet for `target` if one may go now.
bool Engine::issue_step(Window& window, TargetElement& target) {
    if (target.state == TargetState::lock_called) return issue_under_called_lock(window, target);
    if (!may_issue(window, target)) return false;
    if (target.pending > 0) {
        if (held_back(target) || must_keep_order(target)) return false;
        issue_op(window, target, riding_flags(target, config_.optimizations.piggyback));
        return true;
    }
    return target.sync_flag != SyncFlag::none && send_closing(window, target);
}

// LOCK was called and nothing sent: either the lock can ride on the only operation, or it goes out by itself.
bool Engine::issue_under_called_lock(Window& window, TargetElement& target) {
    if (target.pending == 0) return false;
    if (!may_ride_alone(target)) {
        request_lock(window, target);
        return true;
    }
    if (target.sync_flag != SyncFlag::none) {
        set_state(Call::none, window, target, TargetState::lock_issued);
        target.lock_rides = true;
        target.rode = riding_flags(target, true);
        issue_op(window, target, flag::lock_of(target.lock_type) | target.rode);
        return true;
    }
    if (shortage_ == 0) return false;
    request_lock(window, target);
    return true;
}

Packet Engine::operation_packet(const Window& window, const OperationElement& op, PacketFlag flags) {
    const Operation& operation = op.operation;
    Packet packet = packet_to(operation.target, window, packet_kind_of(operation.kind));
    packet.flags = flags;
    packet.reduce = operation.reduce;
    packet.op = op.id;
    packet.region = operation.region;
    if (const std::uint32_t sent = operation.elements_sent(); operation.kind == OpKind::put || sent > 0) {
        const Datatype datatype = operation.region.datatype;
        packet.data_bytes = sent * static_cast<std::uint32_t>(bytes_of(datatype));
        packet.payload = world_.memory.gather(rank_, operation.origin, datatype, sent);
    }
    return packet;
}

void Engine::issue_op(Window& window, TargetElement& target, PacketFlag riding) {
    OperationElement& op = *target.next_to_issue;
    Packet packet = operation_packet(window, op, riding);
    target.next_to_issue = op.next;
    op.issued = true;
    if (--target.pending == 0) target.releasing = false;
    target.unproven = ordered_;
    world_.observer.op_issued(rank_, op.id, target.rank);
    if (has(riding, flag::any_done)) {
        ask_acknowledgement(window, target, packet);
        target.rode_closing = part(packet).closing;
        if (ordered_ || has(riding, flag::unlock)) target.sync_flag = SyncFlag::none;
    }
    world_.transport.send(packet);
    // Its data has left: complete at once, unless the target may refuse it (NR-LOCK-11).
    if (!fetches(op.operation.kind) && !target.lock_rides) complete_op(window, op);
}

void Engine::complete_op(Window& window, OperationElement& op) {
    TargetElement& target = *op.target;
    target.remove(&op);
    --window.operations_queued;
    world_.observer.op_completed(rank_, op.id, target.rank);
    if (op.operation.request != no_request) requests_.find(op.operation.request)->done = true;
    free_op(window, op);
}

// Nothing is left to issue: what closes the list goes by itself. Where packets may overtake each other there is nothing
// left to prove either, and UNLOCK waits until all of it has been acknowledged.
bool Engine::send_closing(Window& window, TargetElement& target) {
    const PacketFlag closing = closing_flag(target);
    const bool unlock = closing == flag::unlock;
    if (!ordered_ && unlock && (target.acks_due() > 0 || target.ops != nullptr)) return false;
    target.sync_flag = SyncFlag::none;
    if (closing == PacketFlag::none || (!ordered_ && !unlock)) return false;
    Packet packet = packet_to(target.rank, window, unlock ? kind::unlock : kind::rma_done);
    if (has(closing, flag::complete)) packet.flags = flag::complete;
    ask_acknowledgement(window, target, packet);
    world_.transport.send(packet);
    return true;
}

// The acknowledgement is counted on the window, which FENCE, COMPLETE and UNLOCK_ALL wait for. The number is the
// design's response request: whoever handles its answer completes the call of whichever thread waits for it
// (NR-THREAD-2).
void Engine::ask_acknowledgement(Window& window, Packet& packet) {
    set_closing(packet, ++window.closings);
    ++window.ack_count;
}

// And on the element, which FLUSH and UNLOCK wait for.
void Engine::ask_acknowledgement(Window& window, TargetElement& target, Packet& packet) {
    ask_acknowledgement(window, packet);
    if (target.closings == 0) target.first_closing = part(packet).closing;
    ++target.closings;
    target.unproven = false;
}

std::uint32_t Engine::issue_ops_target(Window& window, TargetElement& target) {
    std::uint32_t issued = 0;
    while (issue_step(window, target)) ++issued;
    return issued;
}

// Round-robin, a packet a target, so that no target gets all of them at once (NR-PROG-2).
std::uint32_t Engine::issue_ops_window(Window& window) {
    std::uint32_t issued = 0;
    for (std::uint32_t before = issued;; before = issued) {
        window.table.for_each([&](TargetElement& target) { issued += issue_step(window, target) ? 1 : 0; });
        if (issued == before) return issued;
    }
}

// Stops at the first operation that is not complete: those behind it are probably not, either (NR-PROG-3).
std::uint32_t Engine::cleanup_ops_target(Window& window, TargetElement& target) {
    std::uint32_t cleaned = 0;
    while (target.ops != nullptr && target.ops->completed) {
        complete_op(window, *target.ops);
        ++cleaned;
    }
    return cleaned;
}

std::uint32_t Engine::cleanup_ops_window(Window& window) {
    std::uint32_t cleaned = 0;
    window.table.for_each([&](TargetElement& target) { cleaned += cleanup_ops_target(window, target); });
    return cleaned;
}

// `target` may be freed by this, unless a call holds on to it.
void Engine::make_progress_target(Window& window, TargetElement& target) {
    while (issue_ops_target(window, target) + cleanup_ops_target(window, target) != 0) {
    }
    retire_if_idle(window, target);
}

void Engine::make_progress_window(Window& window) {
    while (issue_ops_window(window) + cleanup_ops_window(window) != 0) {
    }
    window.table.for_each([&](TargetElement& target) { retire_if_idle(window, target); });
}

void Engine::make_progress_global() {
    for (Window& window : windows_) make_progress_window(window);
}

}  // namespace rmasim::newrma
