// The FLUSH family (design, "Algorithm for FLUSH"): UNLOCK without its UNLOCK, and without a change of state. The local
// forms stop where the operations are complete at their origin.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

void Engine::require_passive_epoch(Call call, const Window& window) const {
    if (window.state == WindowState::per_target || window.in_lock_all()) return;
    throw ErroneousProgram(call, "no passive-target epoch is open on the window");
}

Task<> Engine::flush(WindowId id, Rank rank) { return flush_target(Call::flush, windows_[id], rank, SyncFlag::flush); }

Task<> Engine::flush_local(WindowId id, Rank rank) {
    return flush_target(Call::flush_local, windows_[id], rank, SyncFlag::flush_local);
}

Task<> Engine::flush_all(WindowId id) { return flush_targets(Call::flush_all, windows_[id], SyncFlag::flush); }

Task<> Engine::flush_local_all(WindowId id) {
    return flush_targets(Call::flush_local_all, windows_[id], SyncFlag::flush_local);
}

Task<> Engine::flush_target(Call call, Window& window, Rank rank, SyncFlag flag) {
    const CallsUnderWay::Entry under_way(window.calls, call);
    require_passive_epoch(call, window);
    if (rank == rank_ || is_direct(window, rank)) {
        // Operations are complete when they return, and need only be seen (NR-SHM-11).
        if (!window.in_lock_all() && !is_locked(window, rank)) throw ErroneousProgram(call, "the target is not locked");
        if (flag == SyncFlag::flush) mem_sync(window, MemSync::flush);
        co_return;
    }
    TargetElement* const target = find_target(window, rank);
    if (target == nullptr && window.in_lock_all()) {
        // The element may have gone before its RMA_DONE was acknowledged, and nobody knows. One more RMA_DONE, and its
        // answer, proves it all (NR-FLUSH-5). Where packets may overtake each other an element goes with its last
        // acknowledgement only, and RMA_DONE could prove nothing (NR-UNORD-1).
        if (flag != SyncFlag::flush || !ordered_) co_return;
        co_await ask_and_await(call, window, packet_to(rank, window, kind::rma_done));
        co_return;
    }
    if (target == nullptr) {
        // Freed after its RMA_DONE was acknowledged: everything is complete (NR-FLUSH-3).
        if (window.lost_elements == 0) throw ErroneousProgram(call, "the target is not locked");
        co_return;
    }
    if (target->unheard()) co_return;
    ++target->users;
    co_await drain(call, window, *target, flag);
    --target->users;
    make_progress_target(window, *target);
}

// Sends a packet that asks for an acknowledgement, to a target without an element, and awaits the answer.
Task<> Engine::ask_and_await(Call call, Window& window, Packet packet) {
    ask_acknowledgement(window, packet);
    UntrackedAck ack{part(packet).closing, false, window.untracked_acks};
    window.untracked_acks = &ack;
    world_.transport.send(packet);
    co_await progress_until({call, window.id, Awaited::acknowledgements, packet.target},
                            [&ack] { return ack.acknowledged; });
}

Task<> Engine::flush_targets(Call call, Window& window, SyncFlag flag) {
    const CallsUnderWay::Entry under_way(window.calls, call);
    require_passive_epoch(call, window);
    if (flag == SyncFlag::flush) mem_sync(window, MemSync::flush);
    co_await drain_all(call, window, flag);
}

// MEM_SYNC alone; no packet, no state (NR-FLUSH-9).
Task<> Engine::sync(WindowId id) {
    require_passive_epoch(Call::sync, windows_[id]);
    mem_sync(windows_[id], MemSync::sync);
    co_return;
}

}  // namespace rmasim::newrma
