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
    if (rank == rank_) {
        const bool locked = window.in_lock_all() || window.own_lock != Window::OwnLock::none;
        if (!locked) throw ErroneousProgram(call, "the target is not locked");
        co_return;  // operations on the own window are complete when they return
    }
    TargetElement* const target = find_target(window, rank);
    if (target == nullptr && window.in_lock_all()) {
        // Where packets may overtake each other an element goes with its last acknowledgement only, and RMA_DONE could
        // prove nothing (NR-UNORD-1).
        if (flag == SyncFlag::flush && ordered_) co_await flush_untracked(window, rank);
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

// In LOCK_ALL the element may have gone before its RMA_DONE was acknowledged, and nobody knows. One more RMA_DONE, and
// its answer, proves it all (NR-FLUSH-5).
Task<> Engine::flush_untracked(Window& window, Rank rank) {
    Packet packet = packet_to(rank, window, PacketKind::rma_done);
    ask_acknowledgement(window, packet);
    UntrackedFlush flush{packet.closing, false, window.untracked_flushes};
    window.untracked_flushes = &flush;
    world_.transport.send(packet);
    co_await progress_until({Call::flush, window.id, Awaited::acknowledgements, rank},
                            [&flush] { return flush.acknowledged; });
}

Task<> Engine::flush_targets(Call call, Window& window, SyncFlag flag) {
    const CallsUnderWay::Entry under_way(window.calls, call);
    require_passive_epoch(call, window);
    co_await drain_all(call, window, flag);
}

// MEM_SYNC is the caller's; no packet, no state (NR-FLUSH-9).
Task<> Engine::sync(WindowId id) {
    require_passive_epoch(Call::sync, windows_[id]);
    co_return;
}

}  // namespace rmasim::newrma
