// LOCK and UNLOCK (design, "Algorithm for LOCK-UNLOCK"), at the origin.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

Task<> Engine::lock(WindowId id, LockType type, Rank rank, Assert asserts) {
    Window& window = windows_[id];
    open_passive_epoch(window);
    if (rank == rank_) {
        co_await lock_own_window(window, type, asserts);
        co_return;
    }
    if (find_target(window, rank) != nullptr) throw ErroneousProgram(Call::lock, "the target is locked already");
    const bool nocheck = has(asserts, Assert::nocheck);
    TargetElement* const target = co_await obtain_target(
        Call::lock, window, rank, nocheck ? TargetState::lock_granted : TargetState::lock_called);
    target->lock_type = type;
    target->nocheck = nocheck;
    ++window.locks_held;
}

// Another mode may follow a fence without NOSUCCEED, provided that nothing was posted since (NR-FENCE-11).
void Engine::open_passive_epoch(Window& window) {
    if (window.state == WindowState::per_target) return;
    if (window.fence_has_operations) {
        throw ErroneousProgram(Call::lock, "a fence epoch with operations is open on the window; close it with fence");
    }
    set_state(Call::lock, window, WindowState::per_target);
}

Task<> Engine::unlock(WindowId id, Rank rank) {
    Window& window = windows_[id];
    if (window.state != WindowState::per_target) throw ErroneousProgram(Call::unlock, "the target is not locked");
    if (rank == rank_) {
        unlock_own_window(window);
        co_return;
    }
    TargetElement* target = find_target(window, rank);
    if (target == nullptr) {
        reclaim_lost_element(Call::unlock, window);
        target = co_await obtain_target(Call::unlock, window, rank, TargetState::lock_granted);
    }
    ++target->users;
    // Nothing was posted, nothing was sent: the target never hears of this epoch (NR-UNLOCK-1).
    const bool unheard = target->state == TargetState::lock_called && target->ops == nullptr;
    if (!unheard) co_await drain(Call::unlock, window, *target, SyncFlag::unlock);
    free_target(window, *target);
    --window.locks_held;
    close_passive_epoch(window);
}

// The last UNLOCK of the process closes the window's epoch (NR-UNLOCK-5).
void Engine::close_passive_epoch(Window& window) {
    if (window.locks_held > 0 || window.own_lock != Window::OwnLock::none) return;
    set_state(Call::unlock, window, WindowState::unset);
}

// Everything queued for `target` goes out, its last packet carrying `flag` or followed by it, and the acknowledgement
// comes back. The lock is awaited on the way unless it rides on the only operation. The caller holds `target`.
Task<> Engine::drain(Call call, Window& window, TargetElement& target, SyncFlag flag) {
    raise_sync(target, flag);
    make_progress_target(window, target);
    co_await progress_until({call, window.id, Awaited::lock_granted, target.rank},
                            [&target] { return target.state == TargetState::lock_granted || target.lock_rides; });
    co_await progress_until({call, window.id, Awaited::operations, target.rank}, [&target] { return target.quiet(); });
    co_await progress_until({call, window.id, Awaited::acknowledgements, target.rank},
                            [&target] { return target.acks_due == 0; });
}

void Engine::request_lock(Window& window, TargetElement& target) {
    set_state(Call::lock, window, target, TargetState::lock_issued);
    Packet packet = packet_to(target.rank, window, PacketKind::lock);
    packet.lock_type = target.lock_type;
    world_.transport.send(packet);
}

// The process's own window: no element, no packet; LOCK returns with the lock (NR-LOCK-3).
Task<> Engine::lock_own_window(Window& window, LockType type, Assert asserts) {
    if (window.own_lock != Window::OwnLock::none) throw ErroneousProgram(Call::lock, "the target is locked already");
    if (has(asserts, Assert::nocheck)) {
        window.own_lock = Window::OwnLock::nocheck;
        co_return;
    }
    Packet own = packet_to(rank_, window, PacketKind::lock);
    own.lock_type = type;
    window.own_lock = Window::OwnLock::waiting;
    on_request(window, own);
    co_await progress_until({Call::lock, window.id, Awaited::lock_granted, rank_},
                            [&window] { return window.own_lock == Window::OwnLock::held; });
}

void Engine::unlock_own_window(Window& window) {
    if (window.own_lock == Window::OwnLock::none) throw ErroneousProgram(Call::unlock, "the target is not locked");
    const bool held = window.own_lock == Window::OwnLock::held;
    window.own_lock = Window::OwnLock::none;
    if (held) {
        release_lock(window, rank_);
        grant_waiting(window);
    }
    close_passive_epoch(window);
}

// A locked target without an element had it freed for lack of elements; it comes back in LOCK_GRANTED, its type and
// mode forgotten (NR-LOCK-6). When no element was lost, the target is simply not locked.
void Engine::reclaim_lost_element(Call call, Window& window) {
    if (window.lost_elements == 0) throw ErroneousProgram(call, "the target is not locked");
    --window.lost_elements;
}

}  // namespace rmasim::newrma
