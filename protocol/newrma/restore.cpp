// RESTORE_OP_ELEM_RESOURCES and RESTORE_TARGET_ELEM_RESOURCES (design, "Basic routines" 5 and 6): how a call that found
// both pool levels empty gets an element. Elements of the call's own window are looked at first, then the other
// windows' of the process, which may hold what the global pool lacks.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

namespace {

// While it lives, nothing in the process is held back for the user's next call.
class Shortage {
public:
    explicit Shortage(std::uint32_t& count) : count_(count) { ++count_; }
    ~Shortage() { --count_; }
    Shortage(const Shortage&) = delete;
    Shortage& operator=(const Shortage&) = delete;

private:
    std::uint32_t& count_;
};

bool any_free(const PoolLevelCounter& local, const PoolLevelCounter& global) {
    return local.free() > 0 || global.free() > 0;
}

// The design's order of choice under locks; all targets of a fence are alike (NR-REST-5).
int preference(const TargetElement& target) {
    switch (target.state) {
        case TargetState::none:
        case TargetState::lock_granted: return 0;
        case TargetState::lock_issued: return 1;
        case TargetState::lock_called: return 2;
    }
    return 2;
}

}  // namespace

// The most preferred eligible target, round-robin among equals so that one target does not pay for all. Other windows'
// are looked at when the pool has a shared part: else what they free comes back to them alone.
template <class Eligible>
Engine::Pick Engine::pick_target(Window& first, const PoolSize& pool, Eligible eligible) {
    const std::size_t windows = pool.global > 0 ? windows_.size() : 1;
    for (std::size_t offset = 0; offset < windows; ++offset) {
        Window& window = windows_[(first.id + offset) % windows_.size()];
        TargetElement* best = nullptr;
        const auto better = [&](const TargetElement& target) {
            if (best == nullptr) return true;
            if (preference(target) != preference(*best)) return preference(target) < preference(*best);
            return (target.rank > window.restore_after) > (best->rank > window.restore_after);
        };
        window.table.for_each([&](TargetElement& target) {
            if (eligible(window, target) && better(target)) best = &target;
        });
        if (best != nullptr) return {&window, best};
    }
    return {};
}

Task<OperationElement*> Engine::obtain_op(Call call, Window& window) {
    for (;;) {
        co_await restore_op(call, window);
        if (OperationElement* op = try_take_op(window)) co_return op;
    }
}

// The state an element has when an operation, or an UNLOCK, makes it. A locked target without one had it freed for lack
// of elements, and comes back in LOCK_GRANTED, its type and mode forgotten (NR-LOCK-6); when none was lost the target
// is simply not locked.
TargetState Engine::state_of_new_target(Call call, const Window& window) const {
    switch (window.state) {
        case WindowState::per_target:
            if (window.lost_elements == 0) throw ErroneousProgram(call, "the target is not locked");
            return TargetState::lock_granted;
        case WindowState::lock_all_called: return TargetState::lock_called;
        case WindowState::lock_all_granted: return TargetState::lock_granted;
        default: return TargetState::none;
    }
}

Task<TargetElement*> Engine::obtain_target(Call call, Window& window, Rank rank) {
    for (;;) {
        const TargetState state = state_of_new_target(call, window);
        if (TargetElement* target = try_take_target(window, rank, state)) {
            if (window.state == WindowState::per_target) --window.lost_elements;
            co_return target;
        }
        if (window.state == WindowState::lock_all_called) {
            co_await fall_back(call, window);
        } else {
            co_await restore_target(call, window);
        }
        // While this call waited another thread's may have made the element. Not reported as a search: a process with
        // one thread needs none.
        std::uint32_t steps = 0;
        if (TargetElement* target = window.table.find(rank, steps)) co_return target;
    }
}

// Picks a target with operations and asks for its FLUSH; its operations go out, and an element comes back with the
// first that completes (NR-REST-7). If that needs waiting, nothing else in the process is held back meanwhile
// (NR-OPT-9). The later revision is content with FLUSH_LOCAL (NR-REST-8).
Task<> Engine::restore_op(Call call, Window& window) {
    const auto available = [this, &window] { return any_free(window.local_ops, global_ops_); };
    const Pick pick =
        pick_target(window, config_.op_pool, [](const Window&, const TargetElement& t) { return t.ops != nullptr; });
    if (pick.target != nullptr) {
        pick.window->restore_after = pick.target->rank;
        raise_sync(*pick.target, config_.cleanup == Cleanup::flush ? SyncFlag::flush_local : SyncFlag::flush);
        make_progress_target(*pick.window, *pick.target);  // from here on it is none of this call's business
    }
    if (!available()) {
        const Shortage shortage(shortage_);
        make_progress_global();
        co_await progress_until({call, window.id, Awaited::operation_element, no_rank}, available);
    }
}

// An element that no call holds on to, and whose absence would be understood. In LOCK_ALL it would not be until its
// target has been asked for the lock as all others are (NR-REST-3).
bool Engine::removable(const Window& window, const TargetElement& target) {
    if (target.users > 0 || window.state == WindowState::lock_all_called) return false;
    return window.fall_back == nullptr || target.rank < window.fall_back->asked;
}

Engine::Pick Engine::pick_removable(Window& first) {
    // In FENCE_ISSUED nothing can be sent, so only an element that is empty already can go at once.
    const Pick idle = pick_target(first, config_.target_pool, [](const Window& window, const TargetElement& target) {
        return removable(window, target) && target.state == TargetState::none && target.quiet() && !target.unproven &&
               target.acks_due() == 0;
    });
    return idle.target != nullptr ? idle : pick_target(first, config_.target_pool, removable);
}

// A window in LOCK_ALL_CALLED cannot give elements up, but it can do without them in the window protocol.
Window* Engine::lock_all_with_elements() {
    if (config_.target_pool.global == 0) return nullptr;
    for (Window& window : windows_) {
        const bool all_in_use = window.table.all_of([](const TargetElement& target) { return target.users > 0; });
        if (window.state == WindowState::lock_all_called && !all_in_use) return &window;
    }
    return nullptr;
}

// Picks a target, empties it and frees its element (NR-REST-1 to NR-REST-6).
Task<> Engine::restore_target(Call call, Window& window) {
    const Pick pick = pick_removable(window);
    if (pick.target != nullptr) {
        co_await empty_and_free(call, pick);
    } else if (Window* const holder = lock_all_with_elements()) {
        co_await fall_back(call, *holder);
    } else {
        co_await progress_until({call, window.id, Awaited::target_element, no_rank}, [this, &window] {
            return any_free(window.local_targets, global_targets_) || pick_removable(window).target != nullptr ||
                   lock_all_with_elements() != nullptr;
        });
    }
}

// An element may only go when nothing of what it knew is still needed: its operations are done, and under a lock also
// acknowledged, since from then on nobody counts that target's acknowledgements (NR-REST-4, NR-REST-6). The later
// revision waits for them in every mode (NR-REST-9).
Task<> Engine::empty_and_free(Call call, Pick pick) {
    Window& window = *pick.window;
    TargetElement& target = *pick.target;
    window.restore_after = target.rank;
    ++target.users;
    if (target.unheard()) request_lock(window, target);
    raise_sync(target, SyncFlag::flush);
    make_progress_target(window, target);
    const auto emptied = [this, &window, &target] {
        const bool lock_known = target.state == TargetState::none || target.state == TargetState::lock_granted;
        const bool ack_needed = counts_own_acks(window) || config_.cleanup == Cleanup::flush;
        return lock_known && target.quiet() && (!ack_needed || target.acks_due() == 0);
    };
    if (!emptied()) {
        const Shortage shortage(shortage_);
        make_progress_global();
        co_await progress_until({call, window.id, Awaited::target_element, target.rank}, emptied);
    }
    --target.users;
    if (target.users > 0 || target.unproven) co_return;  // another thread has found a use for it: look again
    if (window.state == WindowState::per_target) ++window.lost_elements;
    free_target(window, target);
}

}  // namespace rmasim::newrma
