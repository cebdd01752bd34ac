#include "protocol/memmodel/calls/counter_calls.h"

#include <algorithm>
#include <utility>

namespace rmasim::memmodel {

void CounterCalls::operation(const Origin& origin, ThreadState& thread, const CallRequest& call,
                             const Buffers& buffers) {
    if (setup_.counted == Guarantee::nothing) return;
    const Operation& operation = call.operation;
    const CountedSpans& spans = counters_.spans_of(origin.rank, operation);
    accesses_.add_buffer(origin, thread, buffers.source, AccessKind::load, call.call, spans.local);
    accesses_.add_buffer(origin, thread, buffers.result, AccessKind::store, call.call, spans.local);
    std::array<TargetPiece, 2> made;
    for (const TargetPiece& piece : accesses_.target_pieces(operation, buffers, made)) {
        shadow_.add(accesses_.target_side(origin, call, spans.remote, piece), {thread.clock.now()});
    }
}

void CounterCalls::acquire_reported(ThreadState& thread) {
    for (const Reported& one : thread.reported) {
        if (one.known.empty()) continue;
        thread.clock.join(one.known.known());
        threads_.joined();
    }
}

void CounterCalls::end_reported(Rank rank, ThreadState& thread, const Moment& completes) {
    const Moment now = thread.clock.point();
    for (const Reported& one : thread.reported) {
        if (one.of_counter()) {
            for (const SpanRef& span : one.operations) span->over_at(now, thread.call);
            visibility_.synchronise_private(rank, one.window, now);
            continue;
        }
        if (one.signals) visibility_.synchronise_public(rank, one.window, completes);
        counters_.release_clock(rank, one, completes, thread.call, setup_.counted == Guarantee::applied);
    }
    thread.reported.clear();
}

// Two threads of a rank never wait for the same request.
ThreadState& CounterCalls::inside(Rank rank, RequestId request) {
    for (const ThreadIndex one : threads_.of_rank(rank)) {
        ThreadState& thread = threads_.state(one);
        if (thread.inside && std::ranges::count(thread.requests, request) > 0) return thread;
    }
    return threads_.state(threads_.of_rank(rank).front());
}

void CounterCalls::signal_sent(const CounterSignal& signal) {
    ThreadState& thread = inside(signal.by, signal.request);
    const Moment now = thread.clock.point();
    visibility_.synchronise_public(signal.by, signal.window, now);
    counters_.signal(signal, now, thread.call, setup_.counted == Guarantee::applied);
}

void CounterCalls::request_stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target,
                                   unsigned modes) {
    std::optional<Reported> reported = counters_.stepped(rank, request, step, window, target, modes);
    if (reported) inside(rank, request).reported.push_back(std::move(*reported));
}

}  // namespace rmasim::memmodel
