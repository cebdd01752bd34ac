#include "protocol/ch4/awaited.h"

#include "protocol/base/call_table.h"
#include "protocol/parts/awaited_parts.h"

namespace rmasim::ch4 {

namespace {

void add_senders(AwaitedRanks& awaited, const RankCounts& received, const Group& group, Awaited what,
                 WindowId window) {
    for (const Rank rank : group) {
        if (!received.has(rank)) awaited.add(rank, what, window);
    }
}

// Adds the targets of awaited native operations. Under UCX, a flush waits for the operations of an endpoint or of all
// endpoints; under OFI, for the operations of the window.
void add_native(AwaitedRanks& awaited, const EngineState& engine, const Window& window, Rank target) {
    if (!window.network.put_get) return;
    for (const auto& [pair, count] : engine.native.by_pair()) {
        const bool waited_for =
            window.network.marks ? target == no_rank || target == pair.target : pair.window == window.id;
        if (waited_for) awaited.add(pair.target, Awaited::operations, pair.window);
    }
}

void add_targets(AwaitedRanks& awaited, const Window& window, Rank target) {
    for (const Target& one : window.targets.all()) {
        if (one.unanswered == 0 || (target != no_rank && target != one.rank)) continue;
        awaited.add(one.rank, Awaited::operations, window.id);
    }
}

// Adds the ranks for which an accumulate waits. If the wait has a target, the accumulate waits for accumulates that
// were sent to the target as packets; otherwise for all native operations of the window.
void add_before_accumulate(AwaitedRanks& awaited, const EngineState& engine, const Window& window, Rank target) {
    if (target == no_rank) return add_native(awaited, engine, window, no_rank);
    awaited.others = window.accumulates > 0;
    if (window.targets.accumulates(target) > 0) awaited.add(target, Awaited::operations, window.id);
}

// LOCK_ALL, UNLOCK_ALL: adds the ranks that were sent a request and have not answered.
void add_silent(AwaitedRanks& awaited, const Window& window, Awaited what) {
    const LockAll& all = *window.lock_all;
    for (Rank comm_rank = 0; comm_rank < all.asked; ++comm_rank) {
        if (!all.answers[static_cast<std::size_t>(comm_rank)])
            awaited.add(window.group().member(comm_rank), what, window.id);
    }
}

}  // namespace

AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason) {
    if (!is_window(reason.window)) return {{engine.two_sided.awaited(reason)}};
    AwaitedRanks awaited;
    const Window& window = engine.windows[reason.window];
    switch (reason.awaited) {
        case Awaited::barrier: add_barrier(awaited, window.barrier, window.id, window.group().group()); break;
        case Awaited::post: {
            const Pscw& pscw = *window.pscw_if_any;
            add_senders(awaited, pscw.post_senders, pscw.start_group, Awaited::post, window.id);
            break;
        }
        case Awaited::complete: {
            const Pscw& pscw = *window.pscw_if_any;
            add_senders(awaited, pscw.complete_senders, pscw.post_group, Awaited::complete, window.id);
            break;
        }
        case Awaited::lock_granted:
        case Awaited::acknowledgements:
            if (reason.target != no_rank) awaited.add(reason.target, reason.awaited, window.id);
            else add_silent(awaited, window, reason.awaited);
            break;
        case Awaited::operations:
            if (is_operation(reason.call)) {
                add_before_accumulate(awaited, engine, window, reason.target);
                break;
            }
            add_native(awaited, engine, window, reason.target);
            // Operations of a fence are counted by the window, without their targets.
            if (reason.call == Call::fence) awaited.others = window.unanswered > 0;
            else add_targets(awaited, window, reason.target);
            break;
        default: awaited.add(reason.target, Awaited::operations, window.id);
    }
    return awaited;
}

}  // namespace rmasim::ch4
