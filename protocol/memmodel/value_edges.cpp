// Orders by values (SPEC.md, MM-EDGE-11): the calls of operations that carry them, and the returns at which a thread
// has results.
#include "protocol/base/call_table.h"
#include "protocol/memmodel/thread_state.h"

#include <utility>

namespace rmasim::memmodel {

// Takes the moment of an update's call, because a reader of the value is ordered after the thread's earlier steps.
// Returns the span of the operation at its target. Under a lock, an update of one element ends separately from others.
SpanRef Checker::note_call(ThreadState& thread, Toward& toward, const CallRequest& call) {
    const Operation& operation = call.operation;
    const std::uint32_t unit = windows_.of(operation.target, operation.window).disp_units[at(operation.target)];
    const Rank origin = shadow_.ranks()[thread.clock.now().thread];
    if (values_.full()) values_.forget(known_to_all());
    const bool updates = operation.kind == OpKind::compare_and_swap || operation.reduce != ReduceOp::no_op;
    SpanRef apart;
    if (updates && operation.region.count == 1 && is_lock(toward.mode)) {
        apart = std::make_shared<Span>();
        apart->mode = toward.mode;
        toward.apart.push_back(apart);
    }
    const FoundRef found = values_.called(origin, operation, unit, thread.clock.point(), apart);
    if (found != nullptr) toward.finds.push_back(found);
    if (found != nullptr && description_of(call.call).has(Argument::new_request)) thread.made.found = found;
    return apart != nullptr ? apart : toward.remote;
}

// The call completes these operations at their origin.
void Checker::collect_found(ThreadState& thread, Toward& toward) {
    thread.finds.insert(thread.finds.end(), toward.finds.begin(), toward.finds.end());
    toward.finds.clear();
}

void Checker::acquire_clock(ThreadState& thread) {
    for (const FoundRef& found : std::exchange(thread.finds, {})) acquire_clock(thread, *found);
}

void Checker::acquire_clock(ThreadState& thread, const Found& found) {
    values_.visit(found, [&](const Carried& one) {
        if (one.all.empty()) thread.clock.join(one.by);
        else thread.clock.join(one.all.known());
    });
    values_.visit(found, [&, now = thread.clock.point()](const Carried& one) {
        for (const SpanRef& update : one.updates) update->over_at(now, thread.call);
    });
    ++joins_;
}

// Loads and stores are not reported. Those before a SYNC may leave values for those after another rank's SYNC.
void Checker::release_at_sync(Rank rank, const ThreadState& thread, const Moment& now) {
    const bool shared = shadow_.part(rank, thread.window).unified;
    if (setup_.of_programs && shared) windows_.of(rank, thread.window).syncs.add(now);
}

// Loads after a SYNC may return values that operations wrote.
void Checker::look_after_sync(Rank rank, ThreadState& thread) {
    if (setup_.of_programs) thread.clock.join(windows_.of(rank, thread.window).syncs.known());
    if (!setup_.looks_after_sync) return;
    values_.visit_arrived(rank, thread.window, [&](const Moment& one) { thread.clock.join(one); });
    ++joins_;
}

void Checker::operation_applied(Rank target, WindowId window, Rank origin, OpKind kind, ReduceOp reduce,
                          const Region& region) {
    if (values_.watched()) values_.applied(target, window, origin, kind, reduce, region);
}

}  // namespace rmasim::memmodel
