#include "protocol/memmodel/calls/operation_calls.h"

#include "protocol/base/call_table.h"

#include <algorithm>

namespace rmasim::memmodel {

Toward& OperationCalls::open_toward(Rank rank, const ThreadState& thread, const Operation& operation) {
    OriginState& origin = windows_.of(rank, operation.window).origins[at(rank)];
    Toward& toward = origin.toward(operation.target);
    if (toward.mode == Mode::none) {
        if (origin.lock_all) {
            toward.mode = Mode::lock_all;
            toward.known = toward.nocheck = origin.nocheck;
        } else if (!origin.started) {
            toward.mode = Mode::fence;
            toward.nth = origin.fences;
        }
    }
    order_.hold(rank, toward);
    const bool several = threads_.only_of(rank) == no_thread;
    if (several && is_lock(toward.mode) && toward.remote.calls == nullptr) {
        auto& [remote, reads, local] = origin.completing[operation.target];
        for (CompletingCallsRef* calls : {&remote, &reads, &local}) {
            if (*calls == nullptr) *calls = std::make_shared<CompletingCalls>();
        }
        toward.remote.calls = remote;
        toward.reads.calls = reads;
        toward.local.calls = local;
    }
    const bool is_new = toward.remote.open == nullptr;
    const SpanRef& span = toward.open_span(toward.remote, thread.clock.now());
    if (is_new) ends_with_epoch(rank, operation, toward, span);
    return toward;
}

// Operations between fences and in PSCW end with the target's epoch.
void OperationCalls::ends_with_epoch(Rank rank, const Operation& operation, Toward& toward, const SpanRef& span) {
    Window& window = windows_.of(rank, operation.window);
    if (toward.mode == Mode::fence) {
        window.fence(toward.nth, setup_.threads.size()).spans.push_back({span, operation.target});
    } else if (toward.mode == Mode::pscw) {
        window.pair(rank, toward).round(toward.nth).spans.push_back(span);
    }
}

// Returns the span of the operation's buffers. Null if it has none.
SpanRef OperationCalls::buffers_of(ThreadState& thread, Toward& toward, Call call, const Buffers& buffers) {
    if (description_of(call).has(Argument::new_request)) {
        thread.made.buffers = toward.new_span(toward.local, thread.clock.now());
        std::erase_if(toward.local.others, [](const SpanRef& one) { return one->ended(); });
        toward.local.others.push_back(thread.made.buffers);
        return thread.made.buffers;
    }
    return buffers.none() ? nullptr : toward.open_span(toward.local, thread.clock.now());
}

// Returns the span of an operation that only reads at its target: it ends when its results are available (MM-END-2).
// Null if the operation also writes.
SpanRef OperationCalls::reads_of(Rank rank, ThreadState& thread, Toward& toward, const CallRequest& call) {
    const Operation& operation = call.operation;
    const bool no_op = operation.kind != OpKind::compare_and_swap && operation.reduce == ReduceOp::no_op;
    if (operation.kind != OpKind::get && !no_op) return nullptr;
    if (description_of(call.call).has(Argument::new_request)) {
        thread.made.reads = toward.new_span(toward.reads, thread.clock.now());
        std::erase_if(toward.reads.others, [](const SpanRef& one) { return one->ended(); });
        ends_with_epoch(rank, operation, toward, thread.made.reads);
        return toward.reads.others.emplace_back(thread.made.reads);
    }
    const bool is_new = toward.reads.open == nullptr;
    const SpanRef& span = toward.open_span(toward.reads, thread.clock.now());
    if (is_new) ends_with_epoch(rank, operation, toward, span);
    return span;
}

// True if an epoch was ever opened. If not, the call is refused, and no event follows it.
bool OperationCalls::has_epoch(Rank rank, const Operation& operation) {
    OriginState& origin = windows_.of(rank, operation.window).origins[at(rank)];
    const Toward* const toward = origin.find(operation.target);
    return origin.fences > 0 || origin.lock_all || origin.started || (toward != nullptr && toward->mode != Mode::none);
}

bool OperationCalls::begin(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers) {
    const Operation& operation = call.operation;
    if (!has_epoch(origin.rank, operation)) return false;
    Toward& toward = open_toward(origin.rank, thread, operation);
    const SpanRef local = buffers_of(thread, toward, call.call, buffers);
    accesses_.add_buffers(origin, thread, buffers, call.call, local);
    Results::note_result(thread, toward, call);
    SpanRef remote = toward.remote.open;
    Moment called = thread.clock.now();
    if (results_.may_carry(operation)) remote = results_.note_call(thread, toward, call, called);
    if (const SpanRef reads = reads_of(origin.rank, thread, toward, call); reads != nullptr) remote = reads;
    const NeededRef needed = results_.needed_of(thread, toward, call.call, operation.kind);
    std::array<TargetPiece, 2> made;
    for (const TargetPiece& piece : accesses_.target_pieces(operation, buffers, made)) {
        gates_.reach_target(toward, operation.window,
                            {accesses_.target_side(origin, call, remote, piece), called, needed});
    }
    accesses_.operates(thread, origin);
    return true;
}

}  // namespace rmasim::memmodel
