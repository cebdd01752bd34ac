// ISSUE_OPS, CLEANUP_OPS and MAKE_RMA_PROGRESS (design, "Basic routines" 1 to 3). None of them blocks. Every closing
// request is served here and nowhere else, so whatever makes progress on a target also drives its RMA_DONE or UNLOCK.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

bool Engine::may_issue(const Window& window, const TargetElement& target) const {
    return window.state == WindowState::fence_granted || target.state == TargetState::lock_granted;
}

// Sends one packet for `target` if one may go now.
bool Engine::issue_step(Window& window, TargetElement& target) {
    if (target.state == TargetState::lock_called) return issue_under_called_lock(window, target);
    if (!may_issue(window, target)) return false;
    if (target.pending > 0) {
        if (held_back(target)) return false;
        const bool last = target.pending == 1;
        issue_op(window, target, last && config_.optimizations.piggyback ? closing_flag(target) : PacketFlag::none);
        return true;
    }
    if (target.sync_flag == SyncFlag::none) return false;
    send_closing(window, target);
    return true;
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
        issue_op(window, target, lock_flag(target.lock_type) | closing_flag(target));
        return true;
    }
    if (shortage_ == 0) return false;
    request_lock(window, target);
    return true;
}

void Engine::issue_op(Window& window, TargetElement& target, PacketFlag riding) {
    constexpr PacketKind kinds[] = {PacketKind::put, PacketKind::get, PacketKind::accumulate};
    OperationElement& op = *target.next_to_issue;
    const Operation& operation = op.operation;

    Packet packet = packet_to(target.rank, window, kinds[static_cast<std::size_t>(operation.kind)]);
    packet.flags = riding;
    packet.datatype = operation.datatype;
    packet.reduce = operation.reduce;
    packet.op = op.id;
    packet.length_bytes = operation.bytes();
    packet.disp_bytes = operation.disp_bytes;
    if (operation.kind != OpKind::get) {
        packet.payload = world_.memory.gather(rank_, operation.origin, operation.datatype, operation.count);
    }

    target.next_to_issue = op.next;
    op.issued = true;
    if (--target.pending == 0) target.releasing = false;
    target.unproven = true;
    world_.observer.op_issued(rank_, op.id, target.rank);
    if (has(riding, any_done)) serve_sync(window, target);
    world_.transport.send(packet);

    if (operation.kind != OpKind::get) {  // its data has left: complete at once
        target.remove(&op);
        world_.observer.op_completed(rank_, op.id, target.rank);
        free_op(window, op);
    }
}

void Engine::send_closing(Window& window, TargetElement& target) {
    const bool unlock = closing_flag(target) == PacketFlag::unlock;
    serve_sync(window, target);
    world_.transport.send(packet_to(target.rank, window, unlock ? PacketKind::unlock : PacketKind::rma_done));
}

// The closing request goes out now. FENCE counts its acknowledgements on the window, so that elements may go before
// they come; under a lock each target counts its own (NR-FENCE-5, NR-LOCK-5).
void Engine::serve_sync(Window& window, TargetElement& target) {
    target.sync_flag = SyncFlag::none;
    target.unproven = false;
    if (window.state == WindowState::per_target) {
        ++target.acks_due;
    } else {
        ++window.ack_count;
    }
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
        OperationElement& op = *target.ops;
        target.remove(&op);
        world_.observer.op_completed(rank_, op.id, target.rank);
        free_op(window, op);
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
