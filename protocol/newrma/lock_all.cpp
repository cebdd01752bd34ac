// LOCK_ALL and UNLOCK_ALL (design, "Algorithm for LOCK_ALL-UNLOCK_ALL"). The per-target protocol treats each target as
// LOCK does; when target elements run out the window goes over to the window protocol, which holds every lock and can
// do without elements.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

Task<> Engine::lock_all(WindowId id, Assert asserts) {
    Window& window = windows_[id];
    const CallsUnderWay::Entry under_way(window.calls, Call::lock_all);
    const bool nocheck = has(asserts, Assert::nocheck);
    open_epoch(Call::lock_all, window, nocheck ? WindowState::lock_all_granted : WindowState::lock_all_called);
    window.lock_all_nocheck = nocheck;
    if (nocheck) window.own_lock = Window::OwnLock::nocheck;
    if (!window.shared) co_return;
    co_await lock_node(window, nocheck);
    mem_sync(window, MemSync::lock_all_after);
}

// LOCK goes to every process that was not asked yet, `lock_all_requests` at a time; their number and how far the call
// has come is all that has to be remembered, and it is remembered here (NR-LOCKALL-3, NR-LOCKALL-9).
Task<> Engine::fall_back(Call call, Window& window) {
    set_state(call, window, WindowState::lock_all_issued);
    FallBack progress;
    window.fall_back = &progress;
    if (window.own_lock == Window::OwnLock::none) request_own_lock(window, LockType::shared);
    while (progress.asked < ranks_) {
        ask_next(window);
        co_await progress_until({call, window.id, Awaited::lock_granted, no_rank},
                                [this, &progress] { return progress.in_flight < config_.lock_all_requests; });
    }
    co_await progress_until({call, window.id, Awaited::lock_granted, no_rank}, [&window, &progress] {
        return progress.in_flight == 0 && window.own_lock != Window::OwnLock::waiting &&
               window.table.all_of([](const TargetElement& target) {
                   return target.state == TargetState::none || target.state == TargetState::lock_granted;
               });
    });
    window.fall_back = nullptr;
    window.table.for_each([&](TargetElement& target) {
        if (target.state == TargetState::none) set_state(call, window, target, TargetState::lock_granted);
    });
    set_state(call, window, WindowState::lock_all_granted);
    make_progress_window(window);
}

void Engine::ask_next(Window& window) {
    FallBack& progress = *window.fall_back;
    const Rank rank = progress.asked++;
    if (rank == rank_ || is_direct(window, rank)) return;  // the node's were asked by LOCK_ALL
    TargetElement* const target = find_target(window, rank);
    if (target != nullptr && target->state == TargetState::lock_called) return request_lock(window, *target);
    if (target != nullptr && target->state != TargetState::none) return;  // asked before
    ++progress.in_flight;
    world_.transport.send(packet_to(rank, window, kind::lock));
}

Task<> Engine::unlock_all(WindowId id) {
    Window& window = windows_[id];
    const CallsUnderWay::Entry under_way(window.calls, Call::unlock_all);
    if (!window.in_lock_all()) throw ErroneousProgram(Call::unlock_all, "lock_all was not called");
    // Another thread's call on another window may be switching this one, for its elements.
    co_await progress_until({Call::unlock_all, id, Awaited::lock_granted, no_rank},
                            [&window] { return window.state != WindowState::lock_all_issued; });
    mem_sync(window, MemSync::unlock_all_before);
    if (window.shared) unlock_node(window);
    window.table.for_each([](TargetElement& target) { ++target.users; });
    if (window.state == WindowState::lock_all_called) {
        co_await unlock_active_targets(window);
    } else {
        co_await unlock_every_process(window);
    }
    // A call on another window may be after one of these elements. It has what it waited for, too, and lets go.
    co_await progress_until({Call::unlock_all, id, Awaited::target_element, no_rank}, [&window] {
        return window.table.all_of([](const TargetElement& target) { return target.users == 1; });
    });
    window.table.for_each([&](TargetElement& target) { free_target(window, target); });
    release_own_lock(window);
    window.lock_all_nocheck = false;
    set_state(Call::unlock_all, window, WindowState::unset);
}

// Per-target protocol: each target that was used is unlocked as UNLOCK would (NR-LOCKALL-5).
Task<> Engine::unlock_active_targets(Window& window) {
    window.table.for_each([&](TargetElement& target) { raise_sync(target, SyncFlag::unlock); });
    make_progress_window(window);
    co_await progress_until({Call::unlock_all, window.id, Awaited::lock_granted, no_rank}, [&window] {
        return window.table.all_of(
            [](const TargetElement& target) { return target.state == TargetState::lock_granted || target.lock_rides; });
    });
    co_await await_completion(Call::unlock_all, window);
}

// Window protocol: UNLOCK goes, alone or riding, to every process (NR-LOCKALL-6); after NOCHECK nobody was locked, and
// RMA_DONE goes where something is unproven (NR-LOCKALL-7).
Task<> Engine::unlock_every_process(Window& window) {
    const SyncFlag flag = window.lock_all_nocheck ? SyncFlag::flush : SyncFlag::unlock;
    window.table.for_each([&](TargetElement& target) { raise_sync(target, flag); });
    make_progress_window(window);
    for (Rank rank = 0; rank < ranks_ && !window.lock_all_nocheck; ++rank) {
        if (rank == rank_ || is_direct(window, rank) || find_target(window, rank) != nullptr) continue;
        Packet packet = packet_to(rank, window, kind::unlock);
        ask_acknowledgement(window, packet);
        world_.transport.send(packet);
    }
    co_await await_completion(Call::unlock_all, window);
}

Task<> Engine::await_completion(Call call, Window& window) {
    co_await progress_until({call, window.id, Awaited::operations, no_rank}, [&window] {
        return window.operations_queued == 0 &&
               window.table.all_of([](const TargetElement& target) { return target.quiet(); });
    });
    co_await progress_until({call, window.id, Awaited::acknowledgements, no_rank},
                            [&window] { return window.ack_count == 0; });
}

}  // namespace rmasim::newrma
