#include "protocol/newrma/waits.h"

#include "protocol/base/rank_list.h"
#include "protocol/newrma/routines/node_share.h"
#include "protocol/newrma/routines/progress.h"
#include "protocol/parts/groups/awaited_parts.h"

#include <algorithm>

namespace rmasim::newrma {

namespace {

void add_node_posts(AwaitedRanks& awaited, const EngineState& engine, const Window& window) {
    window.for_each_missing_on_node(group_of(engine, window),
                                    [&](Rank rank) { awaited.add(rank, Awaited::post, window.id); });
}

void add_node_barrier(AwaitedRanks& awaited, const EngineState& engine, const Window& window) {
    const Rank missing = window.shared->barrier.missing_from(*window.shared->barrier_under_way);
    awaited.add(node_member(engine, window, missing), Awaited::barrier, window.id);
}

void add_node_locks(AwaitedRanks& awaited, const Window& window) {
    for (const NodeWindow::Lock& lock : window.shared->locks) {
        if (lock.state != NodeWindow::Lock::State::waiting) continue;
        awaited.add(lock.rank, Awaited::lock_granted, window.id);
    }
}

std::uint32_t acks_due(const OpTable& table) {
    std::uint32_t due = 0;
    table.for_each([&](const TargetElement& target) { due += target.acks_due(); });
    return due;
}

// Adds the ranks that the operations and acknowledgements of one target still wait for.
void add_awaited_of(const EngineState& engine, const Window& window, const TargetElement& target,
                    AwaitedRanks& awaited) {
    if (target.state == TargetState::lock_issued) {
        awaited.add(target.rank, target.lock_piggybacked ? Awaited::operations : Awaited::lock_granted, window.id);
    } else if (may_issue(window, target)) {
        if (target.ops != nullptr) awaited.add(target.rank, Awaited::operations, window.id);
        else if (target.acks_due() > 0) awaited.add(target.rank, Awaited::acknowledgements, window.id);
    } else if (window.state == WindowState::fence_issued && !window.fence_complete()) {
        add_barrier(awaited, window.barrier, *window.fence_req, window.id, group_of(engine, window));
    } else if (window.state == WindowState::pscw_issued) {
        add_missing(awaited, window.posts, Awaited::post, window.id, group_of(engine, window));
    }
}

// Adds the ranks whose packets can free an element: the targets of this window and, if the pool has a global level, of
// other windows.
void add_awaited_elements(const EngineState& engine, const WaitReason& reason, AwaitedRanks& awaited) {
    const bool operations = reason.awaited == Awaited::operation_element;
    const PoolSize& pool = operations ? engine.config.op_pool : engine.config.target_pool;
    for (const Window& window : engine.windows) {
        if (window.id != reason.window && pool.global == 0) continue;
        window.table.for_each([&](const TargetElement& target) {
            if (!operations || target.ops != nullptr) add_awaited_of(engine, window, target, awaited);
        });
    }
}

void add_awaited_of_all(const EngineState& engine, const WaitReason& reason, AwaitedRanks& awaited) {
    const Window& window = engine.windows[reason.window];
    window.table.for_each([&](const TargetElement& target) { add_awaited_of(engine, window, target, awaited); });
    if (window.shared) add_node_locks(awaited, window);
    if (window.own_lock == Window::OwnLock::waiting) awaited.add(engine.rank, Awaited::lock_granted, window.id);
    if (reason.awaited == Awaited::acknowledgements) awaited.others = window.ack_count > acks_due(window.table);
    if (window.fall_back != nullptr) awaited.others = window.fall_back->in_flight > 0;
}

}  // namespace

AwaitedRanks ranks_awaited(const EngineState& engine, const WaitReason& reason) {
    AwaitedRanks awaited;
    if (reason.awaited == Awaited::send_completed) return awaited;  // data leave without another rank
    const Window& window = engine.windows[reason.window];
    const RankGroup* const group = group_of(engine, window);
    const TargetElement* const target = reason.target == no_rank ? nullptr : look_up(engine, window, reason.target);
    if (reason.awaited == Awaited::complete) {
        add_missing(awaited, window.completes, Awaited::complete, window.id, group);
    } else if (reason.awaited == Awaited::post && reason.call == Call::start) {
        add_node_posts(awaited, engine, window);
    } else if (reason.awaited == Awaited::post) {
        add_missing(awaited, window.posts, Awaited::post, window.id, group);
    } else if (reason.awaited == Awaited::barrier && window.shared && window.shared->barrier_under_way) {
        add_node_barrier(awaited, engine, window);
    } else if (reason.awaited == Awaited::barrier) {
        add_barrier(awaited, window.barrier, window.fence_req.value_or(window.barrier.entered()), window.id, group);
    } else if (target != nullptr) {
        add_awaited_of(engine, window, *target, awaited);
    } else if (reason.target != no_rank) {
        awaited.add(reason.target, reason.awaited, reason.window);
    } else if (reason.awaited == Awaited::operation_element || reason.awaited == Awaited::target_element) {
        add_awaited_elements(engine, reason, awaited);
    } else {
        add_awaited_of_all(engine, reason, awaited);
    }
    return awaited;
}

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

std::string text_of_wait(const EngineState& engine, const WaitReason& reason) {
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
