#include "protocol/newrma/routines/progress.h"

#include "protocol/newrma/routines/piggyback.h"
#include "protocol/newrma/routines/sending.h"
#include "protocol/newrma/routines/supply.h"
#include "protocol/parts/direct_op.h"

#include <utility>

namespace rmasim::newrma {

namespace {

// True if the next operation must wait for earlier operations. MPI applies the accumulates of one origin to one
// location in the order of the calls. An ordered transport guarantees this order. On other transports, an accumulate is
// sent only when no earlier operation to the target is in flight (NR-UNORD-3).
bool must_keep_order(const EngineState& engine, const TargetElement& target) {
    if (engine.ordered || !engine.config.accumulate_ordering) return false;
    if (!accumulates(target.next_to_issue->operation.kind)) return false;
    return target.acks_due() > 0 || target.ops != target.next_to_issue;
}

void issue_op(EngineState& engine, Window& window, TargetElement& target, PacketFlag piggybacked) {
    OperationElement& op = *target.next_to_issue;
    Packet packet = operation_packet(engine, window, op, piggybacked);
    target.next_to_issue = op.next;
    op.progress = Progress::issued;
    --target.pending;
    if (target.released > 0) --target.released;
    target.unproven = engine.ordered;
    engine.world.observer.op_issued(engine.rank, op.id(), target.rank);
    if (has(piggybacked, flag::any_done)) {
        ask_acknowledgement(window, target, packet);
        if (engine.ordered || has(piggybacked, flag::unlock)) target.sync_flag = SyncFlag::none;
    }
    // An operation that fetches, or that carries the lock request and may be dropped by the target (NR-LOCK-11), is
    // complete when the answer arrives. Any other operation is complete when its data have left the user's memory.
    if (fetches(op.operation.kind) || target.lock_piggybacked) return engine.world.transport.send(packet);
    send_unanswered(engine, window, op, packet);
    if (!op.sending()) complete_op(engine, window, op);
}

// Applies an operation on the own window, which was queued until the epoch was granted. It needs no packet
// (NR-RMAOP-5).
void apply_own(EngineState& engine, Window& window, TargetElement& target) {
    OperationElement& op = *target.next_to_issue;
    Operation operation = op.operation.whole(window.id, target.rank);
    if (op.rest != no_rest) operation.result = engine.rests[op.rest].result;
    target.next_to_issue = op.next;
    op.progress = Progress::issued;
    --target.pending;
    --target.released;
    engine.world.observer.op_issued(engine.rank, op.id(), target.rank);
    apply_directly(engine.world, engine.rank, operation);
    complete_op(engine, window, op);
}

// Sends the next operation, or its announcement. Between an announcement and its answer, no packet is sent to this
// target: operations keep their order, and the acknowledgement of RMA_DONE, which is sent last, covers all of them
// (NR-SEND-5).
bool issue_next(EngineState& engine, Window& window, TargetElement& target) {
    if (target.rank == engine.rank) {
        apply_own(engine, window, target);
        return true;
    }
    OperationElement& next = *target.next_to_issue;
    if (next.progress == Progress::announced) return false;
    if (next.progress == Progress::pending) {
        if (is_deferred(engine, target) || must_keep_order(engine, target)) return false;
        if (needs_announcement(engine, next.operation)) {
            announce(engine, window, next);
            return true;
        }
    }
    const bool may_piggyback = engine.config.optimizations.piggyback && target.released == 0;
    issue_op(engine, window, target, piggybacked_flags(engine, target, may_piggyback));
    return true;
}

// Progress if LOCK was called but not sent: piggybacks LOCK on the only operation, or sends it alone.
bool issue_under_called_lock(EngineState& engine, Window& window, TargetElement& target) {
    if (target.pending == 0) return false;
    if (!may_carry_lock(engine, target)) {
        request_lock(engine, window, target);
        return true;
    }
    if (target.sync_flag != SyncFlag::none) {
        set_state(engine, Call::none, window, target, TargetState::lock_issued);
        target.lock_piggybacked = true;
        target.piggybacked = piggybacked_flags(engine, target, true);
        issue_op(engine, window, target, flag::lock_of(target.lock_type) | window.holder_flag() | target.piggybacked);
        return true;
    }
    if (engine.shortage == 0) return false;
    request_lock(engine, window, target, why::shortage);
    return true;
}

// Returns the reason for RMA_DONE to free a target element.
Why why_freed(const EngineState& engine, const Window& window) {
    if (!engine.config.optimizations.lazy_free) return why::eager_free;
    if (engine.config.cleanup == Cleanup::flush) return why::restore_flushes;
    return counts_own_acks(engine, window) ? why::restore_locked : why::restore;
}

// Returns the reason for RMA_DONE, which `flag` requires. While RESTORE waits for an operation element, its FLUSH is
// the reason.
Why why_asked(const EngineState& engine, const Window& window, SyncFlag flag) {
    if (flag == SyncFlag::free_element) return why_freed(engine, window);
    if (flag == SyncFlag::flush && engine.shortage > 0) {
        return engine.config.restore_op == RestoreOp::until_empty ? why::restore_op_empty : why::restore_op;
    }
    if (window.in_fence()) return Why::usual;
    if (window.in_pscw()) return why::complete;
    if (window.lock_all_nocheck && window.calls.contains(Call::unlock_all)) return why::nocheck_all;
    return flag == SyncFlag::unlock ? why::nocheck : why::flush;
}

// Sends the closing packet alone, when no operation is left to issue. If packets may overtake each other, every
// operation has its own acknowledgement. RMA_DONE is then not needed, and UNLOCK waits until all acknowledgements have
// arrived.
bool send_closing(EngineState& engine, Window& window, TargetElement& target) {
    const PacketFlag closing = closing_flag(target);
    const bool unlock = closing == flag::unlock;
    if (!engine.ordered && unlock && (target.acks_due() > 0 || target.ops != nullptr)) return false;
    const SyncFlag flag = std::exchange(target.sync_flag, SyncFlag::none);
    if (closing == PacketFlag::none || (!engine.ordered && !unlock)) return false;
    Packet packet = packet_to(engine, target.rank, window, unlock ? kind::unlock : kind::rma_done);
    if (has(closing, flag::complete)) packet.flags = flag::complete;
    if (!unlock) packet.set_why(why_asked(engine, window, flag));
    ask_acknowledgement(window, target, packet);
    engine.world.transport.send(packet);
    return true;
}

// Sends one packet for `target` if a packet may be sent now.
bool issue_step(EngineState& engine, Window& window, TargetElement& target) {
    if (target.state == TargetState::lock_called) return issue_under_called_lock(engine, window, target);
    if (!may_issue(window, target)) return false;
    if (target.pending > 0) return issue_next(engine, window, target);
    return target.sync_flag != SyncFlag::none && send_closing(engine, window, target);
}

std::uint32_t issue_ops_target(EngineState& engine, Window& window, TargetElement& target) {
    std::uint32_t issued = 0;
    while (issue_step(engine, window, target)) ++issued;
    return issued;
}

// Issues operations round-robin, one packet per target, so that no target gets all of its packets at once (NR-PROG-2).
// Adds the number of slots examined to `slots`.
std::uint32_t issue_ops_window(EngineState& engine, Window& window, std::size_t& slots) {
    std::uint32_t issued = 0;
    for (std::uint32_t before = issued;; before = issued) {
        slots +=
            window.table.for_each([&](TargetElement& target) { issued += issue_step(engine, window, target) ? 1 : 0; });
        if (issued == before) return issued;
    }
}

std::uint32_t cleanup_ops_window(EngineState& engine, Window& window, std::size_t& slots) {
    std::uint32_t cleaned = 0;
    slots +=
        window.table.for_each([&](TargetElement& target) { cleaned += cleanup_ops_target(engine, window, target); });
    return cleaned;
}

// Without lazy deallocation (NR-OPT-7), an element is freed when its operations are complete. RMA_DONE is sent before
// the element is freed. Under a lock, the acknowledgement of RMA_DONE is also awaited (NR-LOCK-5). In the per-target
// protocol of LOCK_ALL the element must stay, because it is the only record that its target's lock was requested.
void retire_if_idle(EngineState& engine, Window& window, TargetElement& target) {
    if (engine.config.optimizations.lazy_free || target.users > 0 || !target.quiet()) return;
    if (!may_issue(window, target) || !removable(engine, window, target)) return;
    raise_sync(engine, target, SyncFlag::free_element);
    issue_ops_target(engine, window, target);
    if (target.acks_due() > 0 && counts_own_acks(engine, window))
        return;  // the acknowledgement will call this
                 // function again
    if (window.state == WindowState::per_target) ++window.lost_elements;
    free_target(engine, window, target);
}

void complete_request(EngineState& engine, RequestId id) {
    if (id == no_request) return;
    Request* const request = engine.requests.find(id);
    if (request == nullptr) throw ProtocolError("an operation is complete after its request was freed");
    request->done = true;
}

}  // namespace

bool may_issue(const Window& window, const TargetElement& target) {
    return target.state == TargetState::lock_granted || window.state == WindowState::fence_granted ||
           window.state == WindowState::pscw_granted || window.state == WindowState::lock_all_granted;
}

void request_lock(EngineState& engine, Window& window, TargetElement& target, Why why) {
    set_state(engine, Call::lock, window, target, TargetState::lock_issued);
    Packet packet = packet_to(engine, target.rank, window, kind::lock);
    set_lock_type(packet, target.lock_type);
    packet.flags = window.holder_flag();
    packet.set_why(why);
    engine.world.transport.send(packet);
}

void complete_op(EngineState& engine, Window& window, OperationElement& op) {
    TargetElement& target = *op.target;
    target.remove(&op);
    --window.operations_queued;
    engine.world.observer.op_completed(engine.rank, op.id(), target.rank);
    if (op.rest != no_rest) complete_request(engine, engine.rests[op.rest].request);
    free_op(engine, window, op);
}

// The ack id is the design's response request. A thread may handle the acknowledgement for which another thread's call
// waits. The id shows which call is then complete (NR-THREAD-2).
//
//     thread 1: FLUSH sends RMA_DONE 5, waits      thread 2: FLUSH sends RMA_DONE 6, waits
//    ack 5 arrives while thread 2 makes progress: thread 1 returns, thread 2 still waits for 6
void ask_acknowledgement(Window& window, Packet& packet) {
    set_ack_id(packet, ++window.last_ack_id);
    ++window.ack_count;
}

void ask_acknowledgement(Window& window, TargetElement& target, Packet& packet) {
    ask_acknowledgement(window, packet);
    if (target.acks_due() == 0) target.first_ack_id = part(packet).ack_id;
    ++target.acks_asked;
    target.unproven = false;
}

// Stops at the first incomplete operation: later operations are probably incomplete as well (NR-PROG-3).
std::uint32_t cleanup_ops_target(EngineState& engine, Window& window, TargetElement& target) {
    std::uint32_t cleaned = 0;
    while (target.ops != nullptr && target.ops->completed()) {
        complete_op(engine, window, *target.ops);
        ++cleaned;
    }
    return cleaned;
}

void make_progress_target(EngineState& engine, Window& window, TargetElement& target) {
    while (issue_ops_target(engine, window, target) + cleanup_ops_target(engine, window, target) != 0) {
    }
    retire_if_idle(engine, window, target);
}

void make_progress_window(EngineState& engine, Window& window) {
    std::size_t slots = 0;
    while (issue_ops_window(engine, window, slots) + cleanup_ops_window(engine, window, slots) != 0) {
    }
    note_walk(engine, window, slots);
    window.table.for_each([&](TargetElement& target) { retire_if_idle(engine, window, target); });
}

void make_progress_global(EngineState& engine) {
    for (Window& window : engine.windows) make_progress_window(engine, window);
}

}  // namespace rmasim::newrma
