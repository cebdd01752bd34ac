#include "protocol/ch3/awaited.h"

#include "protocol/base/call_table.h"
#include "protocol/parts/awaited_parts.h"

namespace rmasim::ch3 {

namespace {

void add_ibarrier(AwaitedRanks& awaited, const Window& window) {
    add_barrier(awaited, window.ibarrier, window.oldest_ibarrier(), window.id, window.group().group());
}

// Adds the ranks whose packets the window awaits before it is granted.
void add_of_window(AwaitedRanks& awaited, const Window& window) {
    if (window.state == WindowState::pscw_issued) add_missing(awaited, window.posts, Awaited::post, window.id);
    const bool of_fence = window.state == WindowState::fence_issued || window.state == WindowState::pscw_issued;
    if (of_fence && window.ibarriers_pending > 0) add_ibarrier(awaited, window);
    for (const Rank rank : window.granting) awaited.add(rank, Awaited::lock_granted, window.id);
}

void add_of_target(AwaitedRanks& awaited, const Window& window, const TargetElement& target) {
    if (target.state == TargetState::lock_issued) {
        const bool rode = target.first != nullptr && has(target.first->sent_flags, flag::any_lock);
        awaited.add(target.rank, rode ? Awaited::operations : Awaited::lock_granted, window.id);
    } else if (target.responses > 0) {
        awaited.add(target.rank, Awaited::operations, window.id);
    } else if (target.acks > 0) {
        awaited.add(target.rank, Awaited::acknowledgements, window.id);
    }
}

// Adds the ranks that WIN_FREE waits for before its barrier.
void add_of_own_window(AwaitedRanks& awaited, const Window& window) {
    for (const Rank rank : window.lock.holders()) awaited.add(rank, Awaited::complete, window.id);
    if (window.ibarriers_pending > 0) add_ibarrier(awaited, window);
    awaited.others = window.at_counter > 0;
}

void add_collective(AwaitedRanks& awaited, const EngineState& engine, const Window& window, Awaited what) {
    const RareParts& rare = *window.rare_if_any();
    if (what == Awaited::reduction) {
        const Rank sender = window.group().member(rare.reduce_scatter.step().receive_from);
        awaited.add(sender, Awaited::reduction, window.id);
        return;
    }
    const Barrier& node = rare.node_barrier;
    if (window.shared && !node.completed(node.entered())) {
        const Rank sender = node_member(engine, window, node.missing_from(node.entered()));
        awaited.add(sender, Awaited::barrier, window.id);
        return;
    }
    add_barrier(awaited, rare.barrier, window.id, window.group().group());
}

// Adds the targets with missing responses in all windows: responses are counted by process, not by window.
void add_responses(AwaitedRanks& awaited, const EngineState& engine) {
    for (const Window& window : engine.windows) {
        window.table.for_each([&](const TargetElement& target) {
            if (target.responses > 0) awaited.add(target.rank, Awaited::operations, window.id);
        });
    }
}

}  // namespace

bool awaits_responses(const WaitReason& reason) {
    return is_operation(reason.call) && reason.awaited == Awaited::operations;
}

AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason) {
    if (!is_window(reason.window)) return {{engine.two_sided.awaited(reason)}};
    AwaitedRanks awaited;
    const Window& window = engine.windows[reason.window];
    if (reason.awaited == Awaited::barrier || reason.awaited == Awaited::reduction) {
        add_collective(awaited, engine, window, reason.awaited);
    } else if (reason.awaited == Awaited::post) {
        add_missing(awaited, window.posts, Awaited::post, window.id);
        if (reason.call == Call::complete && window.ibarriers_pending > 0) add_ibarrier(awaited, window);
    } else if (reason.call == Call::win_free && reason.awaited == Awaited::complete) {
        add_of_own_window(awaited, window);
    } else if (reason.awaited == Awaited::complete) {
        for (const Rank origin : window.completing) awaited.add(origin, Awaited::complete, window.id);
        awaited.others = window.completing.empty();  // a fence counts origins, and names none
    } else if (awaits_responses(reason)) {
        add_responses(awaited, engine);
    } else if (reason.call == Call::lock && reason.target == engine.rank) {
        awaited.add(engine.rank, Awaited::lock_granted, window.id);
    } else {
        add_of_window(awaited, window);
        window.table.for_each([&](const TargetElement& target) {
            if (reason.target == no_rank || reason.target == target.rank) add_of_target(awaited, window, target);
        });
    }
    return awaited;
}

}  // namespace rmasim::ch3
