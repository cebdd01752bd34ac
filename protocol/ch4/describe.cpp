#include "protocol/ch4/describe.h"

#include "protocol/base/call_table.h"
#include "protocol/ch4/awaited.h"
#include "protocol/ch4/defects.h"

namespace rmasim::ch4 {

namespace {

std::string text_of(const AwaitedRanks& awaited) {
    if (awaited.ranks.empty()) return {};
    return " from " + awaited.text();
}

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
    const std::string whom = text_of(awaited_ranks(engine, reason));
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

std::string describe(const EngineState& engine, const WaitReason& reason) {
    if (!is_window(reason.window)) return engine.two_sided.describe(reason);
    const std::string text = what_is_awaited(engine, engine.windows[reason.window], reason);
    const std::string defect = defect_behind(engine, reason);
    return defect.empty() ? text : text + "; " + defect;
}

}  // namespace rmasim::ch4
