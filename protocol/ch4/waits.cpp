#include "protocol/ch4/waits.h"

#include "protocol/base/call_table.h"
#include "protocol/ch4/defects.h"
#include "protocol/parts/groups/awaited_parts.h"

namespace rmasim::ch4 {

namespace {

void add_senders(AwaitedRanks& awaited, const RankCounts& received, const Group& group, Awaited what, WindowId window) {
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

AwaitedRanks ranks_awaited(const EngineState& engine, const WaitReason& reason) {
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

namespace {

// Returns a text for the counter that START or WAIT compares.
std::string counter_text(std::string_view messages, std::string_view call, std::uint32_t have, std::size_t wanted) {
    return " (its count of " + std::string(messages) + " is " + std::to_string(have) + ", and " + std::string(call) +
           " waits until it is " + std::to_string(wanted) + ")";
}

std::uint32_t native_operations(const EngineState& engine, const Window& window, Rank target) {
    if (!window.network.put_get) return 0;
    if (!window.network.marks) return window.native_unanswered;
    return target == no_rank ? engine.native.all() : engine.native.of(target);
}

std::string operations_text(const EngineState& engine, const Window& window, const WaitReason& reason) {
    const std::uint32_t messages = reason.call == Call::fence ? window.unanswered
                                   : reason.target == no_rank ? window.targets_unanswered
                                                              : window.targets.unanswered(reason.target);
    const std::uint32_t count = messages + native_operations(engine, window, reason.target);
    return "answers to " + std::to_string(count) + (count == 1 ? " operation" : " operations");
}

// Returns a text for a wait before an accumulate (CH4-NATIVE-8).
std::string before_accumulate_text(const Window& window, Rank target, const std::string& whom) {
    if (target == no_rank) {
        return "answers to " + std::to_string(window.native_unanswered) + " native operations" + whom +
               ", before an accumulate is sent as a message";
    }
    const std::uint32_t count = window.accumulates + window.targets.accumulates(target);
    return "answers to " + std::to_string(count) + (count == 1 ? " accumulate" : " accumulates") + whom +
           ", before an accumulate that the network executes";
}

std::string what_is_awaited(const EngineState& engine, const Window& window, const WaitReason& reason) {
    const std::string whom = from_text(ranks_awaited(engine, reason));
    switch (reason.awaited) {
        case Awaited::barrier: return barrier_text(window.barrier, window.barrier.entered(), window.group().group());
        case Awaited::operations:
            if (is_operation(reason.call)) return before_accumulate_text(window, reason.target, whom);
            return operations_text(engine, window, reason) + whom;
        case Awaited::lock_granted: return (reason.call == Call::lock ? "LOCK_ACK" : "LOCKALL_ACK") + whom;
        case Awaited::acknowledgements: return "UNLOCK_ACK" + whom;
        case Awaited::post: {
            const Pscw& pscw = *window.pscw_if_any;
            return "POST" + whom + counter_text("POSTs", "START", pscw.posts, pscw.start_group.size());
        }
        case Awaited::complete: {
            const Pscw& pscw = *window.pscw_if_any;
            return "COMPLETE" + whom + counter_text("COMPLETEs", "WAIT", pscw.completes, pscw.post_group.size());
        }
        default: return "the answer to its operation" + whom;
    }
}

}  // namespace

std::string text_of_wait(const EngineState& engine, const WaitReason& reason) {
    const std::string text = what_is_awaited(engine, engine.windows[reason.window], reason);
    const std::string defect = defect_behind(engine, reason);
    return defect.empty() ? text : text + "; " + defect;
}

}  // namespace rmasim::ch4
