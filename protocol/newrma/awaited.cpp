#include "protocol/newrma/awaited.h"

#include "protocol/newrma/routines/node_share.h"
#include "protocol/newrma/routines/progress.h"
#include "protocol/parts/awaited_parts.h"

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

AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason) {
    if (!is_window(reason.window)) return {{engine.two_sided.awaited(reason)}};
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

}  // namespace rmasim::newrma
