#include "protocol/ch3/modes/modes.h"

#include "protocol/ch3/routines/lists.h"
#include "protocol/ch3/routines/locks.h"
#include "protocol/ch3/routines/mem_sync.h"
#include "protocol/ch3/routines/progress.h"
#include "protocol/ch3/routines/send.h"
#include "protocol/ch3/routines/supply.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::ch3 {

namespace {

void require_none(const Window& window) {
    if (window.in_pscw() || window.in_lock_all() || window.state == WindowState::per_target) {
        refuse_in_access(Call::lock_all);
    }
    if (window.fence_has_operations) {
        refuse_in_fence_operations(Call::lock_all);
    }
}

// Visits the other members whose memory this process can access directly.
template <class Visit>
void for_each_neighbour(const EngineState& engine, const Window& window, Visit visit) {
    if (!window.shared) return;
    const CommRank own = window.rank_on_node();
    for (Rank node_rank = 0; node_rank < own.size; ++node_rank) {
        if (node_rank != own.rank) visit(node_member(engine, window, node_rank));
    }
}

// Requests UNLOCK of all targets that this epoch locked. After a fall-back (the state is not LOCK_ALL_CALLED), the
// window has no record of these targets. Each rank without an element is then sent UNLOCK at once, before the targets
// with elements.
void ask_for_unlock(EngineState& engine, Window& window) {
    const Sync sync = window.lock_all_nocheck ? Sync::flush : Sync::unlock;
    if (window.state == WindowState::lock_all_called) {
        for_each_target(engine, window, [sync](TargetElement& target) { raise(target, sync); });
        return;
    }
    const WindowGroup group = window.group();
    for (Rank comm_rank = 0; comm_rank < group.size(); ++comm_rank) {
        const Rank rank = group.member(comm_rank);
        TargetElement* const target = find_target(engine, window, rank);
        if (target != nullptr) {
            raise(*target, sync);
        } else if (!window.lock_all_nocheck && !window.is_direct(rank)) {
            send_closing(engine, window, rank, kind::unlock, flag::no_ack, why::fall_back);
        }
    }
}

// Acquires the lock of the own window segment and, if the window is shared, the locks of the other members on the node.
Task<> lock_node(EngineState& engine, Window& window) {
    window.expect_grant(engine.rank);
    window.own_discarded = !acquire_own(engine, window, LockType::shared);
    for_each_neighbour(engine, window, [&](Rank rank) {
        window.expect_grant(rank);
        send_lock(engine, window, rank, LockType::shared, why::on_node);
    });
    wait_until(engine, {Call::lock_all, window.id, Awaited::lock_granted, engine.rank},
               [&window] { return window.locks == 0; });
    co_await engine.waits;
}

}  // namespace

Task<> lock_all(EngineState& engine, Window& window, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::lock_all);
    require_none(window);
    window.lock_all_nocheck = has(asserts, Assert::nocheck);
    set_state(engine, window, window.lock_all_nocheck ? WindowState::lock_all_granted : WindowState::lock_all_called);
    if (!window.lock_all_nocheck) co_await lock_node(engine, window);
    mem_sync(engine, window, MemSync::lock_all_after);
}

Task<> unlock_all(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::unlock_all);
    if (!window.in_lock_all()) refuse_without_lock_all();
    mem_sync(engine, window, MemSync::unlock_all_before);
    const bool completes_operations = !all_remotely_complete(window);
    if (!window.lock_all_nocheck) {
        release_own(engine, window);
        for_each_neighbour(engine, window, [&](Rank rank) {
            send_closing(engine, window, rank, kind::unlock, flag::no_ack, why::on_node);
        });
    }
    ask_for_unlock(engine, window);
    progress_window(engine, window);
    wait_until(engine, {Call::unlock_all, window.id, Awaited::acknowledgements, no_rank},
               [&window] { return all_remotely_complete(window); });
    co_await engine.waits;
    if (completes_operations) mem_sync(engine, window, MemSync::unlock_all_before);
    free_all_targets(engine, window);
    window.lock_all_nocheck = false;
    set_state(engine, window, WindowState::unset);
}

}  // namespace rmasim::ch3
