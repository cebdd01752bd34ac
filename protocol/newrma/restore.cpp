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

// The most preferred eligible target, round-robin among equals so that one target does not pay for all.
template <class Eligible>
Engine::Pick Engine::pick_target(Window& first, Eligible eligible) {
    for (std::size_t offset = 0; offset < windows_.size(); ++offset) {
        Window& window = windows_[(first.id + offset) % windows_.size()];
        TargetElement* best = nullptr;
        const auto better = [&](const TargetElement& target) {
            if (best == nullptr) return true;
            if (preference(target) != preference(*best)) return preference(target) < preference(*best);
            return (target.rank > window.restore_after) > (best->rank > window.restore_after);
        };
        window.table.for_each([&](TargetElement& target) {
            if (eligible(target) && better(target)) best = &target;
        });
        if (best != nullptr) {
            window.restore_after = best->rank;
            return {&window, best};
        }
    }
    return {};
}

Task<OperationElement*> Engine::obtain_op(Call call, Window& window) {
    for (;;) {
        if (OperationElement* op = try_take_op(window)) co_return op;
        co_await restore_op(call, window);
    }
}

Task<TargetElement*> Engine::obtain_target(Call call, Window& window, Rank rank, TargetState state) {
    for (;;) {
        if (TargetElement* target = try_take_target(window, rank, state)) co_return target;
        co_await restore_target(call, window);
    }
}

// Picks a target with operations and asks for its FLUSH; its operations go out, and an element comes back with the
// first that completes (NR-REST-7). If that needs waiting, nothing else in the process is held back meanwhile
// (NR-OPT-9).
Task<> Engine::restore_op(Call call, Window& window) {
    const auto available = [this, &window] { return any_free(window.local_ops, global_ops_); };
    const Pick pick = pick_target(window, [](const TargetElement& target) { return target.ops != nullptr; });
    if (pick.target != nullptr) {
        ++pick.target->users;
        raise_sync(*pick.target, SyncFlag::flush);
        make_progress_target(*pick.window, *pick.target);
    }
    if (!available()) {
        const Shortage shortage(shortage_);
        make_progress_global();
        co_await progress_until({call, window.id, Awaited::operation_element, no_rank}, available);
    }
    if (pick.target != nullptr) --pick.target->users;
}

// Picks a target, empties it and frees its element (NR-REST-1 to NR-REST-6).
Task<> Engine::restore_target(Call call, Window& window) {
    // In FENCE_ISSUED nothing can be sent, so only an element that is empty already can go at once.
    const Pick idle = pick_target(window, [](const TargetElement& target) {
        return target.users == 0 && target.state == TargetState::none && target.quiet() && !target.unproven;
    });
    if (idle.target != nullptr) {
        free_target(*idle.window, *idle.target);
        co_return;
    }
    const Pick pick = pick_target(window, [](const TargetElement& target) { return target.users == 0; });
    if (pick.target != nullptr) co_await empty_and_free(call, pick);
    co_await progress_until({call, window.id, Awaited::target_element, no_rank},
                            [this, &window] { return any_free(window.local_targets, global_targets_); });
}

// An element may only go when nothing of what it knew is still needed: its operations are done, and under a lock also
// acknowledged, since from then on nobody counts that target's acknowledgements (NR-REST-4, NR-REST-6).
Task<> Engine::empty_and_free(Call call, Pick pick) {
    Window& window = *pick.window;
    TargetElement& target = *pick.target;
    ++target.users;
    if (target.state == TargetState::lock_called && target.ops == nullptr) request_lock(window, target);
    raise_sync(target, SyncFlag::flush);
    make_progress_target(window, target);
    const auto emptied = [&target] {
        const bool lock_known = target.state == TargetState::none || target.state == TargetState::lock_granted;
        return lock_known && target.quiet() && target.acks_due == 0;
    };
    if (!emptied()) {
        const Shortage shortage(shortage_);
        make_progress_global();
        co_await progress_until({call, window.id, Awaited::target_element, target.rank}, emptied);
    }
    if (window.state == WindowState::per_target) ++window.lost_elements;
    free_target(window, target);
}

}  // namespace rmasim::newrma
