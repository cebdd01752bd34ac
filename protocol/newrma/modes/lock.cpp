#include "protocol/newrma/modes/modes.h"

#include "protocol/newrma/routines/drain.h"
#include "protocol/newrma/routines/epoch.h"
#include "protocol/newrma/routines/mem_sync.h"
#include "protocol/newrma/routines/node_share.h"
#include "protocol/newrma/routines/own_lock.h"
#include "protocol/newrma/routines/restore.h"
#include "protocol/newrma/routines/supply.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::newrma {

namespace {

void unlock_own_window(EngineState& engine, Window& window) {
    if (window.own_lock == Window::OwnLock::none) refuse_unlocked(Call::unlock, engine.rank);
    mem_sync(engine, window, MemSync::unlock_before);
    release_own_lock(engine, window);
    close_passive_epoch(engine, window);
}

}  // namespace

Task<> lock(EngineState& engine, Window& window, LockType type, Rank rank, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::lock);
    if (window.state != WindowState::per_target) open_epoch(engine, Call::lock, window, WindowState::per_target);
    const bool nocheck = has(asserts, Assert::nocheck);
    if (rank == engine.rank) {
        if (window.own_lock != Window::OwnLock::none) {
            refuse_locked(rank);
        }
        if (nocheck) window.own_lock = Window::OwnLock::nocheck;
        else request_own_lock(engine, window, type);
        engine.waits.until({Call::lock, window.id, Awaited::lock_granted, rank},
                           [&window] { return window.has_own_lock(); });  // NR-LOCK-3
        co_await engine.waits;
        mem_sync(engine, window, MemSync::lock_after);
        co_return;
    }
    if (window.is_direct(rank)) {
        co_await lock_direct(engine, window, type, rank, nocheck);
        mem_sync(engine, window, MemSync::lock_after);
        co_return;
    }
    if (find_target(engine, window, rank) != nullptr) {
        refuse_locked(rank);
    }
    const TargetState state = nocheck ? TargetState::lock_granted : TargetState::lock_called;
    TargetElement* target = nullptr;
    while ((target = try_take_target(engine, window, rank, state)) == nullptr) {
        co_await restore_target(engine, Call::lock, window);
    }
    target->lock_type = type;
    target->nocheck = nocheck;
    ++window.locks_held;
}

Task<> unlock(EngineState& engine, Window& window, Rank rank) {
    const ActiveCalls::Entry under_way(window.calls, Call::unlock);
    if (window.state != WindowState::per_target) refuse_unlocked(Call::unlock, rank);
    if (rank == engine.rank) {
        unlock_own_window(engine, window);
        co_return;
    }
    if (window.is_direct(rank)) {
        co_await unlock_direct(engine, window, rank);
        co_return;
    }
    TargetElement* target = find_target(engine, window, rank);
    if (target == nullptr) target = co_await obtain_target(engine, Call::unlock, window, rank);  // NR-UNLOCK-6
    ++target->users;
    // If nothing was posted or sent, the target gets no packet of this epoch (NR-UNLOCK-1).
    if (!target->lock_not_sent()) co_await drain(engine, Call::unlock, window, *target, SyncFlag::unlock);
    mem_sync(engine, window, MemSync::unlock_before);  // for data of GETs in the own window (NR-SHM-15)
    // A call on another window may use this element in order to free it. The condition of that call now holds: it
    // releases the element when it is resumed.
    engine.waits.until({Call::unlock, window.id, Awaited::target_element, rank},
                       [target] { return target->users == 1; });
    co_await engine.waits;
    free_target(engine, window, *target);
    --window.locks_held;
    close_passive_epoch(engine, window);
}

}  // namespace rmasim::newrma
