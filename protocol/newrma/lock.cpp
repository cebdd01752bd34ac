// LOCK and UNLOCK (design, "Algorithm for LOCK-UNLOCK"), at the origin.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

Task<> Engine::lock(WindowId id, LockType type, Rank rank, Assert asserts) {
    Window& window = windows_[id];
    const CallsUnderWay::Entry under_way(window.calls, Call::lock);
    if (window.state != WindowState::per_target) open_epoch(Call::lock, window, WindowState::per_target);
    const bool nocheck = has(asserts, Assert::nocheck);
    if (rank == rank_) {
        if (window.own_lock != Window::OwnLock::none) {
            throw ErroneousProgram(Call::lock, "the target is locked already");
        }
        if (nocheck) window.own_lock = Window::OwnLock::nocheck;
        co_await lock_own_window(Call::lock, window, type);
        mem_sync(window, MemSync::lock_after);
        co_return;
    }
    if (is_direct(window, rank)) {
        co_await lock_direct(window, type, rank, nocheck);
        mem_sync(window, MemSync::lock_after);
        co_return;
    }
    if (find_target(window, rank) != nullptr) throw ErroneousProgram(Call::lock, "the target is locked already");
    const TargetState state = nocheck ? TargetState::lock_granted : TargetState::lock_called;
    TargetElement* target = nullptr;
    while ((target = try_take_target(window, rank, state)) == nullptr) co_await restore_target(Call::lock, window);
    target->lock_type = type;
    target->nocheck = nocheck;
    ++window.locks_held;
}

// Another mode may follow a fence without NOSUCCEED, provided that nothing was posted since (NR-FENCE-11).
void Engine::open_epoch(Call call, Window& window, WindowState state) {
    if (window.fence_has_operations) {
        throw ErroneousProgram(call, "a fence epoch with operations is open on the window; close it with fence");
    }
    if (window.state != WindowState::unset && !window.in_fence()) {
        throw ErroneousProgram(call, "another access epoch is open on the window; close it first");
    }
    set_state(call, window, state);
}

Task<> Engine::unlock(WindowId id, Rank rank) {
    Window& window = windows_[id];
    const CallsUnderWay::Entry under_way(window.calls, Call::unlock);
    if (window.state != WindowState::per_target) throw ErroneousProgram(Call::unlock, "the target is not locked");
    if (rank == rank_) {
        unlock_own_window(window);
        co_return;
    }
    if (is_direct(window, rank)) {
        co_await unlock_direct(window, rank);
        co_return;
    }
    TargetElement* target = find_target(window, rank);
    if (target == nullptr) target = co_await obtain_target(Call::unlock, window, rank);  // NR-UNLOCK-6
    ++target->users;
    // Nothing was posted, nothing was sent: the target never hears of this epoch (NR-UNLOCK-1).
    if (!target->unheard()) co_await drain(Call::unlock, window, *target, SyncFlag::unlock);
    // A call on another window may be after this element. It has what it waited for, too, and lets go.
    co_await progress_until({Call::unlock, id, Awaited::target_element, rank}, [target] { return target->users == 1; });
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
// comes back. The lock is awaited on the way unless it rides on the only operation. The caller holds `target`. Other
// threads may post to it meanwhile: what is awaited is what this call found, and the closing packet behind it.
Task<> Engine::drain(Call call, Window& window, TargetElement& target, SyncFlag flag) {
    const std::uint64_t posted = window.operations_posted;
    const bool closes = raise_sync(target, flag) && flag != SyncFlag::flush_local;
    const std::uint32_t closing = target.closings + (closes ? 1 : 0);  // where every operation closes itself: not used
    make_progress_target(window, target);
    co_await progress_until({call, window.id, Awaited::lock_granted, target.rank}, [&target] {
        return target.state == TargetState::lock_granted || target.state == TargetState::none || target.lock_rides;
    });
    co_await progress_until({call, window.id, Awaited::operations, target.rank},
                            [this, &target, posted, closing, flag] {
                                const bool sent = flag != SyncFlag::unlock || target.sync_flag == SyncFlag::none;
                                const bool closed = ordered_ ? target.closings >= closing : sent;
                                return closed && target.completed_up_to(posted);
                            });
    if (flag == SyncFlag::flush_local) co_return;
    if (ordered_) {
        co_await progress_until({call, window.id, Awaited::acknowledgements, target.rank},
                                [&target, closing] { return target.acknowledged >= closing; });
    } else {
        co_await await_acks_due(call, window, target);
    }
}

// The same for every target of the window: everything posted up to now is done, here or, beyond FLUSH_LOCAL, at its
// targets. Acknowledgements of targets whose element is gone are counted on the window (NR-FENCE-5, NR-FLUSH-7).
Task<> Engine::drain_all(Call call, Window& window, SyncFlag flag) {
    const std::uint64_t posted = window.operations_posted;
    window.table.for_each([&](TargetElement& target) { raise_sync(target, flag); });
    make_progress_window(window);
    co_await progress_until({call, window.id, Awaited::operations, no_rank}, [&window, posted] {
        // More are left than came since: some are older, and no response needs a look at all targets to see that.
        if (window.operations_queued > window.operations_posted - posted) return false;
        return window.table.all_of([posted](const TargetElement& target) {
            return target.sync_flag == SyncFlag::none && target.completed_up_to(posted);
        });
    });
    if (flag == SyncFlag::flush_local) co_return;
    co_await progress_until({call, window.id, Awaited::acknowledgements, no_rank},
                            [&window] { return window.ack_count == 0; });
}

// Acknowledgements may come in any order, and other threads may ask for more meanwhile: those that are due now are
// told by their numbers (NR-THREAD-2).
Task<> Engine::await_acks_due(Call call, Window& window, TargetElement& target) {
    AckWait wait{&target, window.closings, target.acks_due(), window.ack_waits};
    window.ack_waits = &wait;
    co_await progress_until({call, window.id, Awaited::acknowledgements, target.rank},
                            [&wait] { return wait.due == 0; });
    AckWait** at = &window.ack_waits;
    while (*at != &wait) at = &(*at)->next;
    *at = wait.next;
}

void Engine::request_lock(Window& window, TargetElement& target) {
    set_state(Call::lock, window, target, TargetState::lock_issued);
    Packet packet = packet_to(target.rank, window, kind::lock);
    set_lock_type(packet, target.lock_type);
    world_.transport.send(packet);
}

// The process's own window: no element, no packet; the call returns with the lock (NR-LOCK-3).
Task<> Engine::lock_own_window(Call call, Window& window, LockType type) {
    if (window.own_lock == Window::OwnLock::none) request_own_lock(window, type);
    co_await progress_until({call, window.id, Awaited::lock_granted, rank_},
                            [&window] { return window.own_lock != Window::OwnLock::waiting; });
}

void Engine::request_own_lock(Window& window, LockType type) {
    Packet own = packet_to(rank_, window, kind::lock);
    set_lock_type(own, type);
    window.own_lock = Window::OwnLock::waiting;
    on_request(window, own);
}

void Engine::unlock_own_window(Window& window) {
    if (window.own_lock == Window::OwnLock::none) throw ErroneousProgram(Call::unlock, "the target is not locked");
    mem_sync(window, MemSync::unlock_before);
    release_own_lock(window);
    close_passive_epoch(window);
}

void Engine::release_own_lock(Window& window) {
    const bool held = window.own_lock == Window::OwnLock::held;
    window.own_lock = Window::OwnLock::none;
    if (!held) return;
    release_lock(window, rank_);
    grant_waiting(window);
}

}  // namespace rmasim::newrma
