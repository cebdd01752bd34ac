#include "protocol/synccount/waits.h"

#include "protocol/parts/groups/awaited_parts.h"

namespace rmasim::synccount {

AwaitedRanks ranks_awaited(const EngineState& engine, const WaitReason& reason) {
    AwaitedRanks awaited;
    const Window& window = engine.windows[reason.window];
    if (reason.awaited == Awaited::counter) {
        awaited.others = true;
    } else if (reason.awaited == Awaited::barrier) {
        add_barrier(awaited, *window.change->barrier, window.id, window.change->participants.get());
    } else {
        awaited.add(reason.target, reason.awaited, window.id);
    }
    return awaited;
}

namespace {

std::string lost_text(const Counter& counter) {
    if (counter.lost == 0) return {};
    const std::string signals = counter.lost == 1 ? "1 signal was" : std::to_string(counter.lost) + " signals were";
    return "; " + signals + " lost: " + counter.lost_by + " set the counter to " + std::to_string(counter.count) +
           " when it was at " + std::to_string(counter.lost_from);
}

// Returns a text such as "counter 1 of rank 1 at 1 of 1; signals from rank 0 applied: 1".
std::string counter_text(const EngineState& engine, const Counter& counter) {
    std::string text = text_of(counter, engine.rank) + " at " + std::to_string(counter.value) + " of " +
                       std::to_string(counter.count) + "; signals";
    if (counter.lowered > 0 && !counter.many) text += " from rank " + std::to_string(counter.last);
    text += " applied: " + std::to_string(counter.lowered);
    if (counter.many) text += ", the last from rank " + std::to_string(counter.last);
    return text + lost_text(counter);
}

}  // namespace

std::string text_of_wait(const EngineState& engine, const WaitReason& reason) {
    const Window& window = engine.windows[reason.window];
    switch (reason.awaited) {
        case Awaited::counter: return counter_text(engine, engine.counters[static_cast<std::uint32_t>(reason.target)]);
        case Awaited::barrier:
            return barrier_text(*window.change->barrier, window.change->barrier->entered(),
                                window.change->participants.get());
        case Awaited::operations: return "completion of operations at rank " + std::to_string(reason.target);
        default: return std::string(name_of(reason.awaited)) + " from rank " + std::to_string(reason.target);
    }
}

}  // namespace rmasim::synccount
