// The edges of synchronisation counters (SPEC.md, MM-EDGE-8 and MM-END-6).
#include "protocol/memmodel/thread_state.h"

#include <algorithm>
#include <utility>

namespace rmasim::memmodel {

// The operation may reach its target at once: it has no gate.
void Checker::counted_operation(const Origin& origin, ThreadState& thread, const CallRequest& call,
                                const Buffers& buffers) {
    const Operation& operation = call.operation;
    const CountedSpans& spans = counters_.spans_of(origin.rank, operation);
    buffer_side(origin, thread, buffers.source, AccessKind::load, call.call, spans.local);
    buffer_side(origin, thread, buffers.result, AccessKind::store, call.call, spans.local);
    std::array<TargetPiece, 2> made;
    for (const TargetPiece& piece : target_pieces(operation, buffers, made)) {
        shadow_.add(target_side(origin, call, spans.remote, piece), {thread.clock.now()});
    }
}

// A signal releases its thread's clock. The report of the counter has the effect of WAIT in PSCW. The rank that
// receives the signal is not ordered after the end of the buffers, which is the return of the signalling call.
void Checker::end_reported(Rank rank, ThreadState& thread, const Moment& now) {
    for (const Reported& one : thread.reported) {
        if (one.of_counter()) {
            for (const SpanRef& span : one.operations) span->over_at(now, thread.call);
            synchronise_private(rank, one.window, now);
            continue;
        }
        if (one.signals) synchronise_public(rank, one.window, now);
        counters_.release_clock(rank, one, now, thread.call, setup_.counted == Guarantee::applied);
    }
    thread.reported.clear();
}

// Returns the thread that is inside a call on the request. Two threads of a rank never wait for the same request.
Checker::ThreadState& Checker::inside(Rank rank, RequestId request) {
    for (const ThreadIndex one : threads_of_[at(rank)]) {
        ThreadState& thread = threads_[one];
        if (thread.inside && std::ranges::count(thread.requests, request) > 0) return thread;
    }
    return threads_[threads_of_[at(rank)].front()];
}

void Checker::signal_sent(const CounterSignal& signal) {
    ThreadState& thread = inside(signal.by, signal.request);
    const Moment now = thread.clock.point();
    synchronise_public(signal.by, signal.window, now);
    counters_.signal(signal, now, thread.call, setup_.counted == Guarantee::applied);
}

void Checker::request_stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target,
                              unsigned modes) {
    std::optional<Reported> reported = counters_.stepped(rank, request, step, window, target, modes);
    if (reported) inside(rank, request).reported.push_back(std::move(*reported));
}

// The call releases the thread's clock to all members of both groups. If a new member calls before any member has begun
// the change, the clock is released when a member begins the change.
void Checker::begin_change(Rank rank, ThreadState& thread, const CallRequest& call) {
    const Moment now = thread.clock.point();
    synchronise_public(rank, call.window, now);
    const RequestArguments& to = *call.more;
    const auto [change, first, entering] = changes_.begin(rank, call.window, to.new_group, to.new_size);
    thread.change = change;
    if (change == nullptr) {
        waiting_in_change_.insert_or_assign({rank, call.window},
                                            std::pair{static_cast<std::size_t>(&thread - threads_.data()), now});
        return;
    }
    change->data.add(now);
    for (const Rank one : entering) {
        const auto waiting = waiting_in_change_.find({one, call.window});
        threads_[waiting->second.first].change = change;
        change->data.add(waiting->second.second);
        waiting_in_change_.erase(waiting);
    }
}

void Checker::return_change(Rank rank, ThreadState& thread) {
    thread.clock.join(std::exchange(thread.change, nullptr)->data.known());
    ++joins_;
    synchronise_private(rank, thread.window, thread.clock.point());
}

}  // namespace rmasim::memmodel
