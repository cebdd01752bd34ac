#include "protocol/memmodel/calls/fence_calls.h"

namespace rmasim::memmodel {

void FenceCalls::begin(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    OriginState& origin = window.origins[at(rank)];
    const Moment call = thread.clock.point();
    thread.resumes = thread.clock.point();
    visibility_.synchronise_public(rank, thread.window, call);
    visibility_.synchronise_public(rank, thread.window, thread.resumes);
    origin.end_local(thread.resumes, Call::fence);
    for (const auto& toward : origin.targets()) {
        toward->reads.end(thread.resumes, Call::fence);
        results_.collect(thread, *toward);
    }
    origin.forget_targets();
    const std::uint64_t nth = ++origin.fences;
    FenceRound& round = window.fence(nth, setup_.threads.size());
    round.noprecede = has(thread.asserts, Assert::noprecede);
    round.entries[at(rank)] = {call, thread.resumes};
    if (!round.noprecede && (nth > 1 || setup_.first_fence_waits)) round.sum.add(call);
    const auto waits_for_this = [&](const auto& waiting) { return waiting.first == rank; };
    for (const auto& waiting : round.waiting) {
        if (waits_for_this(waiting)) gates_.enter(waiting.second, thread.resumes, no_knowledge);
    }
    std::erase_if(round.waiting, waits_for_this);
    if (++round.begun == window.members) end_epoch(thread.window, window, nth);
}

// Ends the operations of the previous epoch with the FENCE of their target. If other ranks share the target's memory,
// they end with the whole fence. Operations that only read at the target have also ended with the FENCE of their
// origin.
void FenceCalls::end_epoch(WindowId id, Window& window, std::uint64_t nth) {
    if (nth == 1) return;
    FenceRound& closing = window.fence(nth, setup_.threads.size());
    FenceRound& closed = window.fence(nth - 1, setup_.threads.size());
    for (auto& [span, target] : closed.spans) {
        const FenceEntry& entry = closing.entries[at(target)];
        span->over_at(visibility_.is_unified(target, id) ? entry.call : entry.returns, Call::fence);
    }
    closed.spans.clear();
}

void FenceCalls::end(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    FenceRound& round = window.fence(++window.fences_returned[at(rank)], setup_.threads.size());
    if (!round.noprecede) thread.clock.adopt(round.sum.known());
    const bool finds = !thread.finds.empty();
    results_.acquire(thread);
    threads_.joined();
    visibility_.synchronise_private(rank, thread.window,
                                    {thread.clock.now().others, thread.resumes.thread, thread.resumes.own});
    // The clocks that the values carry are acquired after the call's moment.
    if (finds) visibility_.synchronise_private(rank, thread.window, thread.clock.point());
    visibility_.order_memory(rank, thread);
    ++round.returned;
    const auto is_over = [&](std::size_t n) {
        return window.fences[n]->returned == window.members && window.fences[n]->spans.empty();
    };
    while (window.fences.size() > 1 && is_over(0) && window.fences[1]->begun == window.members) {
        window.fences.erase(window.fences.begin());
        ++window.first_fence;
    }
}

}  // namespace rmasim::memmodel
