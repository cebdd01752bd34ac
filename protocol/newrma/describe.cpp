#include "protocol/newrma/describe.h"

#include "protocol/base/rank_list.h"
#include "protocol/newrma/routines/node_share.h"

#include <algorithm>

namespace rmasim::newrma {

namespace {

std::string ranks_in(const OpTable& table) {
    constexpr int shown = 8;
    std::string text;
    int count = 0;
    table.for_each([&](const TargetElement& target) {
        if (count < shown) text += (count == 0 ? "" : ", ") + std::to_string(target.rank);
        ++count;
    });
    return count > shown ? text + ", ..." : text;
}

// `members` converts the communicator ranks in `group` to ranks; null if `group` contains ranks.
std::string group_text(const char* kind, const GroupWait& group, const RankGroup* members) {
    std::vector<Rank> missing;
    group.for_each_missing([&](Rank comm_rank) { missing.push_back(world_rank_of(members, comm_rank)); });
    std::sort(missing.begin(), missing.end());
    return std::string(kind) + " from " + text_of_ranks(missing);
}

std::string node_barrier_text(const EngineState& engine, const Window& window) {
    const Barrier& barrier = window.shared->barrier;
    const Barrier::Instance instance = *window.shared->barrier_under_way;
    return "NODE_BARRIER round " + std::to_string(barrier.missing_round(instance)) + " from rank " +
           std::to_string(node_member(engine, window, barrier.missing_from(instance)));
}

// Returns a text with the processes of the node whose locks LOCK_ALL still waits for.
std::string node_locks_text(const NodeWindow& shared) {
    std::vector<Rank> waiting;
    for (const NodeWindow::Lock& lock : shared.locks) {
        if (lock.state == NodeWindow::Lock::State::waiting) waiting.push_back(lock.rank);
    }
    std::sort(waiting.begin(), waiting.end());
    return "LOCK_GRANTED from " + text_of_ranks(waiting);
}

std::string node_posts_text(const EngineState& engine, const Window& window) {
    std::vector<Rank> missing;
    window.for_each_missing_on_node(group_of(engine, window), [&](Rank rank) { missing.push_back(rank); });
    std::sort(missing.begin(), missing.end());
    return "POST from its own node: " + text_of_ranks(missing);
}

std::string lock_text(const Window& window) {
    if (window.lock.exclusive_holder() != no_rank) {
        return "the lock of its own window, held by rank " + std::to_string(window.lock.exclusive_holder());
    }
    return "the lock of its own window, shared by " + std::to_string(window.lock.shared_holders()) + " ranks";
}

}  // namespace

std::string describe(const EngineState& engine, const WaitReason& reason) {
    if (!is_window(reason.window)) return engine.two_sided.describe(reason);
    const Window& window = engine.windows[reason.window];
    const RankGroup* const group = group_of(engine, window);
    if (reason.awaited == Awaited::complete) return group_text("COMPLETE", window.completes, group);
    if (window.shared && window.shared->barrier_under_way && reason.awaited == Awaited::barrier) {
        return node_barrier_text(engine, window);
    }
    if (reason.call == Call::start) return node_posts_text(engine, window);
    const bool fence_pending = window.state == WindowState::fence_issued && !window.fence_complete();
    if (reason.awaited == Awaited::barrier || fence_pending) {
        return barrier_text(window.barrier, window.fence_req.value_or(window.barrier.entered()), group);
    }
    const bool pscw_pending = window.state == WindowState::pscw_issued;
    if (reason.awaited == Awaited::post || pscw_pending) return group_text("POST", window.posts, group);
    if (reason.call == Call::lock_all && window.shared && !window.shared->all_locked()) {
        return node_locks_text(*window.shared);
    }
    const bool own_lock = reason.target == engine.rank || reason.call == Call::lock_all;
    if (reason.awaited == Awaited::lock_granted && own_lock) return lock_text(window);
    if (window.fall_back != nullptr && reason.target == no_rank) {
        const std::string first = std::to_string(window.fall_back->asked);
        const std::string of = group == nullptr ? "ranks below " + first : "first " + first + " ranks of the window";
        return "LOCK_GRANTED from " + std::to_string(window.fall_back->in_flight) + " of the " + of +
               " (lock_all has requested the locks of these ranks)";
    }
    std::string text(name_of(reason.awaited));
    if (reason.awaited == Awaited::acknowledgements && reason.target == no_rank) {
        const std::string in_table = window.table.empty() ? "none" : ranks_in(window.table);
        return std::to_string(window.ack_count) + ' ' + text +
               " from targets of this epoch (ranks with a target element: " + in_table + ")";
    }
    if (reason.awaited == Awaited::operations) text = "completion of " + text + " at";
    else text += reason.awaited == Awaited::send_completed ? " for" : " from";
    if (reason.target != no_rank) return text + " rank " + std::to_string(reason.target);
    if (window.table.empty()) return text + " another window, because this window has no targets";
    return text + " ranks among " + ranks_in(window.table);
}

}  // namespace rmasim::newrma
