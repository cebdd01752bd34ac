#include "protocol/newrma/modes/modes.h"

#include "protocol/newrma/routines/epoch.h"
#include "protocol/newrma/routines/mem_sync.h"
#include "protocol/newrma/routines/node_share.h"
#include "protocol/newrma/routines/own_lock.h"
#include "protocol/newrma/routines/piggyback.h"
#include "protocol/newrma/routines/progress.h"
#include "protocol/newrma/routines/supply.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::newrma {

namespace {

// The steps of UNLOCK_ALL. They are not coroutines, because all ranks may be in UNLOCK_ALL at the same time and would
// each need more than one frame. After each `until`, the caller must co_await engine.waits.

void until_used_are_locked(EngineState& engine, Window& window) {
    engine.waits.until({Call::unlock_all, window.id, Awaited::lock_granted, no_rank}, [&window] {
        return window.table.all_of([](const TargetElement& target) {
            return target.state == TargetState::lock_granted || target.lock_piggybacked;
        });
    });
}

void until_quiet(EngineState& engine, Window& window) {
    engine.waits.until({Call::unlock_all, window.id, Awaited::operations, no_rank}, [&window] {
        return window.operations_queued == 0 &&
               window.table.all_of([](const TargetElement& target) { return target.quiet(); });
    });
}

void until_acknowledged(EngineState& engine, Window& window) {
    engine.waits.until({Call::unlock_all, window.id, Awaited::acknowledgements, no_rank},
                       [&window] { return window.ack_count == 0; });
}

// Window protocol: sends UNLOCK, alone or piggybacked, to every process (NR-LOCKALL-6). After LOCK_ALL with NOCHECK, no
// process is locked. RMA_DONE is then sent to the targets with operations that no RMA_DONE covers (NR-LOCKALL-7).
void unlock_every_process(EngineState& engine, Window& window) {
    const SyncFlag flag = window.lock_all_nocheck ? SyncFlag::flush : SyncFlag::unlock;
    raise_sync_all(engine, window, flag);
    make_progress_window(engine, window);
    const WindowGroup group = members_of(engine, window);
    for (Rank comm_rank = 0; comm_rank < group.size() && !window.lock_all_nocheck; ++comm_rank) {
        const Rank rank = group.member(comm_rank);
        if (rank == engine.rank || window.is_direct(rank) || find_target(engine, window, rank) != nullptr) continue;
        Packet packet = packet_to(engine, rank, window, kind::unlock);
        packet.set_why(why::fall_back);
        ask_acknowledgement(window, packet);
        engine.world.transport.send(packet);
    }
}

}  // namespace

// Loads and stores on the own window segment request no lock. LOCK_ALL therefore acquires the lock of the own segment
// before it returns, as LOCK does (NR-LOCKALL-8).
Task<> lock_all(EngineState& engine, Window& window, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::lock_all);
    const bool nocheck = has(asserts, Assert::nocheck);
    open_epoch(engine, Call::lock_all, window, nocheck ? WindowState::lock_all_granted : WindowState::lock_all_called);
    window.lock_all_nocheck = nocheck;
    if (nocheck) window.own_lock = Window::OwnLock::nocheck;
    else request_own_lock(engine, window, LockType::shared);
    if (window.shared) request_node_locks(engine, window, nocheck);
    engine.waits.until({Call::lock_all, window.id, Awaited::lock_granted, window.shared ? no_rank : engine.rank},
                       [&window] { return window.has_own_lock() && (!window.shared || window.shared->all_locked()); });
    co_await engine.waits;
    mem_sync(engine, window, MemSync::lock_all_after);
}

Task<> unlock_all(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::unlock_all);
    if (!window.in_lock_all()) refuse_without_lock_all();
    // Another thread's call on another window may be switching this window to the window protocol, to free its
    // elements.
    engine.waits.until({Call::unlock_all, window.id, Awaited::lock_granted, no_rank},
                       [&window] { return window.state != WindowState::lock_all_issued; });
    co_await engine.waits;
    mem_sync(engine, window, MemSync::unlock_all_before);
    const bool completes_operations = window.operations_queued > 0;
    if (window.shared) unlock_node(engine, window);
    window.table.for_each([](TargetElement& target) { ++target.users; });
    if (window.state == WindowState::lock_all_called) {
        // Per-target protocol: unlocks each target that was used, like UNLOCK (NR-LOCKALL-5).
        raise_sync_all(engine, window, SyncFlag::unlock);
        make_progress_window(engine, window);
        until_used_are_locked(engine, window);
        co_await engine.waits;
    } else {
        unlock_every_process(engine, window);
    }
    until_quiet(engine, window);
    co_await engine.waits;
    until_acknowledged(engine, window);
    co_await engine.waits;
    // A call on another window may use one of these elements in order to free it. The condition of that call now holds:
    // it releases the element when it is resumed.
    engine.waits.until({Call::unlock_all, window.id, Awaited::target_element, no_rank}, [&window] {
        return window.table.all_of([](const TargetElement& target) { return target.users == 1; });
    });
    co_await engine.waits;
    for_each_target(engine, window, [&](TargetElement& target) { free_target(engine, window, target); });
    // For data of GETs that arrived in the own window during the waits, before its lock is free (NR-SHM-15).
    if (completes_operations) mem_sync(engine, window, MemSync::unlock_all_before);
    release_own_lock(engine, window);
    window.lock_all_nocheck = window.holds_lock = false;
    set_state(engine, Call::unlock_all, window, WindowState::unset);
}

}  // namespace rmasim::newrma
