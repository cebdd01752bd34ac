#include "protocol/newrma/routines/restore.h"

#include "protocol/newrma/routines/fall_back.h"
#include "protocol/newrma/routines/piggyback.h"
#include "protocol/newrma/routines/progress.h"
#include "protocol/newrma/routines/supply.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::newrma {

namespace {

// While a Shortage exists, the process defers no operations.
class Shortage {
public:
    explicit Shortage(std::uint32_t& count) : count_(count) { ++count_; }
    ~Shortage() { --count_; }
    Shortage(const Shortage&) = delete;
    Shortage& operator=(const Shortage&) = delete;

private:
    std::uint32_t& count_;
};

struct Pick {
    Window* window = nullptr;
    TargetElement* target = nullptr;
};

bool any_free(const PoolLevelCounter& local, const PoolLevelCounter& global) {
    return local.free() > 0 || global.free() > 0;
}

// Returns the design's order of preference under locks. All targets of a fence are equal (NR-REST-5).
int preference(const TargetElement& target) {
    switch (target.state) {
        case TargetState::none:
        case TargetState::lock_granted: return 0;
        case TargetState::lock_issued: return 1;
        case TargetState::lock_called:
        case TargetState::absent: return 2;
    }
    return 2;
}

// Returns the eligible target with the highest preference. The choice among targets of equal preference is round-robin,
// to spread the cost over the targets. Targets of other windows are eligible only if the pool has a global level: local
// elements return to their own window.
template <class Eligible>
Pick pick_target(EngineState& engine, Window& first, const PoolSize& pool, Eligible eligible) {
    const std::size_t numbers = engine.windows.numbers();
    const std::size_t looked_at = pool.global > 0 ? numbers : 1;
    for (std::size_t offset = 0; offset < looked_at; ++offset) {
        Window* const found = engine.windows.find(static_cast<WindowId>((first.id + offset) % numbers));
        if (found == nullptr) continue;
        Window& window = *found;
        TargetElement* best = nullptr;
        const auto is_after = [&](const TargetElement& target) {
            return comm_rank_of(engine, window, target.rank) > window.restore_after;
        };
        const auto better = [&](const TargetElement& target) {
            if (best == nullptr) return true;
            if (preference(target) != preference(*best)) return preference(target) < preference(*best);
            return is_after(target) > is_after(*best);
        };
        for_each_target(engine, window, [&](TargetElement& target) {
            if (eligible(window, target) && better(target)) best = &target;
        });
        if (best != nullptr) return {&window, best};
    }
    return {};
}

Pick pick_removable(EngineState& engine, Window& first) {
    // In FENCE_ISSUED no operation can be sent, so only an element without operations can be freed.
    const auto is_removable = [&engine](const Window& window, const TargetElement& target) {
        return removable(engine, window, target);
    };
    const Pick idle =
        pick_target(engine, first, engine.config.target_pool, [&](const Window& window, const TargetElement& target) {
            return is_removable(window, target) && target.state == TargetState::none && target.quiet() &&
                   !target.unproven && target.acks_due() == 0;
        });
    return idle.target != nullptr ? idle : pick_target(engine, first, engine.config.target_pool, is_removable);
}

// Returns a window in LOCK_ALL_CALLED with an unused element. No element of the window can be freed in that state, but
// after the switch to the window protocol.
Window* lock_all_with_elements(EngineState& engine) {
    if (engine.config.target_pool.global == 0) return nullptr;
    for (Window& window : engine.windows) {
        const bool all_in_use = window.table.all_of([](const TargetElement& target) { return target.users > 0; });
        if (window.state == WindowState::lock_all_called && !all_in_use) return &window;
    }
    return nullptr;
}

// Returns the initial state of an element that an operation or an UNLOCK creates. If a locked target has no element,
// the element was freed because elements were exhausted. The new element is in LOCK_GRANTED; the lock's type and mode
// are lost (NR-LOCK-6). If no element was lost, the target is not locked.
TargetState state_of_new_target(Call call, const Window& window, Rank target) {
    switch (window.state) {
        case WindowState::per_target:
            if (window.lost_elements == 0) refuse_unlocked(call, target);
            return TargetState::lock_granted;
        case WindowState::lock_all_called: return TargetState::lock_called;
        case WindowState::lock_all_granted: return TargetState::lock_granted;
        default: return TargetState::none;
    }
}

// Records that a locked target whose element was freed has an element again.
void count_again(EngineState& engine, Window& window, Rank target) {
    --window.lost_elements;
    engine.world.observer.target_made_again(engine.rank, window.id, target);
}

// PROGRESS_WAIT of a call that lacks an element. During the wait, the process defers no operations (NR-OPT-9).
template <class Condition>
Task<> await_shortage(EngineState& engine, WaitReason reason, Condition condition) {
    if (condition()) co_return;
    const Shortage shortage(engine.shortage);
    make_progress_global(engine);
    engine.waits.until(reason, condition);
    co_await engine.waits;
}

// Waits until the element of the chosen target may be freed, and frees it. Its operations must be complete. Under a
// lock they must also be acknowledged, because acknowledgements are counted in the element (NR-REST-4, NR-REST-6). The
// later revision of the design waits for acknowledgements in every mode (NR-REST-9).
Task<> empty_and_free(EngineState& engine, Call call, const Window& needed_by, Pick pick) {
    Window& window = *pick.window;
    TargetElement& target = *pick.target;
    window.restore_after = comm_rank_of(engine, window, target.rank);
    ++target.users;
    if (target.lock_not_sent()) request_lock(engine, window, target, why::shortage);
    raise_sync(engine, target, SyncFlag::free_element);
    make_progress_target(engine, window, target);
    const auto emptied = [&engine, &window, &target] {
        const bool lock_known = target.state == TargetState::none || target.state == TargetState::lock_granted;
        const bool ack_needed = counts_own_acks(engine, window) || engine.config.cleanup == Cleanup::flush;
        return lock_known && target.quiet() && (!ack_needed || target.acks_due() == 0);
    };
    co_await await_shortage(engine, {call, window.id, Awaited::target_element, target.rank}, emptied);
    --target.users;
    if (target.users > 0 || target.unproven) co_return;  // another thread now uses the element: the caller retries
    if (window.state == WindowState::per_target) ++window.lost_elements;
    engine.world.observer.target_restored(engine.rank, window.id, target.rank, needed_by.id);
    free_target(engine, window, target);
}

// Chooses a target with operations and requires a FLUSH of it (NR-REST-7). The later revision of the design requires
// only FLUSH_LOCAL (NR-REST-8).
Pick flush_one_target(EngineState& engine, Window& window) {
    const Pick pick = pick_target(engine, window, engine.config.op_pool,
                                  [](const Window&, const TargetElement& t) { return t.ops != nullptr; });
    if (pick.target == nullptr) return pick;
    pick.window->restore_after = comm_rank_of(engine, *pick.window, pick.target->rank);
    raise_sync(engine, *pick.target, engine.config.cleanup == Cleanup::flush ? SyncFlag::flush_local : SyncFlag::flush);
    return pick;
}

// A call that lacks an operation element for an operation on `target`, whose target element the call uses.
struct Needed {
    Call call;
    Window& window;
    const TargetElement& target;
};

bool op_is_free(const EngineState& engine, const Window& window) {
    return any_free(window.local_ops, engine.global_ops);
}

// In these states a call continues with the first free element (NR-RMAOP-4, NR-LOCKOP-4).
bool is_issued(const Needed& needed) {
    return needed.target.state == TargetState::lock_issued || needed.window.awaits_others();
}

// Waits until all operations that the chosen target has now are complete, as the design does. Operations that other
// threads post to the target during the wait do not count.
Task<> await_empty_list(EngineState& engine, Needed needed, Pick pick) {
    Window& window = *pick.window;
    TargetElement& target = *pick.target;
    const std::uint32_t posted = window.operations_posted;
    ++target.users;
    make_progress_target(engine, window, target);
    co_await await_shortage(engine, {needed.call, window.id, Awaited::operation_element, target.rank},
                            [&engine, &target, posted, needed] {
                                const bool may_resume = is_issued(needed) && op_is_free(engine, needed.window);
                                return may_resume || target.completed_up_to(posted);
                            });
    --target.users;
    make_progress_target(engine, window, target);  // may free the target
}

// Issues the operations of the chosen target, and waits for the first free element (NR-REST-11).
Task<> await_free_op(EngineState& engine, Needed needed, Pick pick) {
    if (pick.target != nullptr) make_progress_target(engine, *pick.window, *pick.target);  // may free the target
    co_await await_shortage(engine, {needed.call, needed.window.id, Awaited::operation_element, no_rank},
                            [&engine, needed] { return op_is_free(engine, needed.window); });
}

Task<> restore_op(EngineState& engine, Needed needed) {
    const Pick pick = flush_one_target(engine, needed.window);
    const bool until_empty = engine.config.restore_op == RestoreOp::until_empty && pick.target != nullptr;
    return until_empty ? await_empty_list(engine, needed, pick) : await_free_op(engine, needed, pick);
}

}  // namespace

Task<OperationElement*> obtain_op(EngineState& engine, Call call, Window& window, const TargetElement& target) {
    for (;;) {
        co_await restore_op(engine, {call, window, target});
        if (OperationElement* op = try_take_op(engine, window)) co_return op;
    }
}

Task<TargetElement*> obtain_target(EngineState& engine, Call call, Window& window, Rank rank) {
    for (;;) {
        const TargetState state = state_of_new_target(call, window, rank);
        if (TargetElement* target = try_take_target(engine, window, rank, state)) {
            if (window.state == WindowState::per_target) count_again(engine, window, rank);
            co_return target;
        }
        if (window.state == WindowState::lock_all_called) {
            co_await fall_back(engine, call, window, window.id);
        } else {
            co_await restore_target(engine, call, window);
        }
        // Another thread may have created the element while this call waited. This look-up is not reported as a search,
        // because a single-threaded library would not need it.
        if (TargetElement* target = look_up(engine, window, rank)) co_return target;
    }
}

// Chooses a target, drains it and frees its element (NR-REST-1 to NR-REST-6).
Task<> restore_target(EngineState& engine, Call call, Window& window) {
    const Pick pick = pick_removable(engine, window);
    if (pick.target != nullptr) {
        co_await empty_and_free(engine, call, window, pick);
    } else if (Window* const holder = lock_all_with_elements(engine)) {
        co_await fall_back(engine, call, *holder, window.id);
    } else {
        engine.waits.until({call, window.id, Awaited::target_element, no_rank}, [&engine, &window] {
            return any_free(window.local_targets, engine.global_targets) ||
                   pick_removable(engine, window).target != nullptr || lock_all_with_elements(engine) != nullptr;
        });
        co_await engine.waits;
    }
}

}  // namespace rmasim::newrma
