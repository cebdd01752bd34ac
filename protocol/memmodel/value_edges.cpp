// Orders by values (SPEC.md, MM-EDGE-11): the calls of operations that carry them, and the returns at which a thread
// has results.
#include "protocol/base/call_table.h"
#include "protocol/memmodel/thread_state.h"

#include <utility>

namespace rmasim::memmodel {

namespace {

constexpr std::size_t max_found_by_threads = 64;

}  // namespace

// Takes the moment of an update's call, because a reader of the value is ordered after the call. Returns the span of
// the operation at its target. Under a lock, an update of one element ends separately from others.
SpanRef Checker::note_call(ThreadState& thread, Toward& toward, const CallRequest& call, Moment& called) {
    const Operation& operation = call.operation;
    const std::uint32_t unit = windows_.of(operation.target, operation.window).disp_units[at(operation.target)];
    const Rank origin = shadow_.ranks()[thread.clock.now().thread];
    if (values_.full()) values_.forget(known_to_all());
    const bool updates = operation.kind == OpKind::compare_and_swap || operation.reduce != ReduceOp::no_op;
    SpanRef apart;
    if (updates && operation.region.count == 1 && is_lock(toward.mode)) {
        apart = new_span(thread, toward, toward.remote);
        toward.remote.others.push_back(apart);
    }
    Uncollected collectable;
    if (toward.remote.calls != nullptr) {
        collectable.called_by = thread.clock.now().thread;
        collectable.called = thread.clock.now().own;
    }
    called = thread.clock.point();
    // A reader of such a value is ordered after the call alone, so that the call counts as ordered after the grant.
    if (apart == nullptr && updates && toward.section != nullptr) toward.section->enter(called);
    const FoundRef found = values_.called(origin, operation, unit, called, apart);
    if (found != nullptr) {
        collectable.found = found;
        toward.finds.push_back(std::move(collectable));
    }
    if (found != nullptr && description_of(call.call).has(Argument::new_request)) thread.made.found = found;
    return apart != nullptr ? apart : toward.remote.open;
}

// The call completes the operations that were called before it at their origin. Each thread that completes them has
// their results; those of the last operations are kept for threads that have not (MM-BOUND-6).
void Checker::collect_found(ThreadState& thread, Toward& toward) {
    if (toward.finds.empty() && toward.all_needed.empty()) return;
    const Moment& now = thread.clock.now();
    const auto has = [](const Uncollected& one, ThreadIndex who) {
        return std::ranges::find(one.collected_by, who) != one.collected_by.end();
    };
    const std::vector<ThreadIndex>& of_rank = threads_of_[at(shadow_.ranks()[now.thread])];
    const auto collect = [&](std::vector<Uncollected>& results, auto take, auto drop) {
        for (Uncollected& one : results) {
            if (one.called_by != no_thread && (now.at(one.called_by) < one.called || has(one, now.thread))) continue;
            take(one);
            one.collected_by.push_back(now.thread);
        }
        std::size_t left = results.size();
        std::erase_if(results, [&](const Uncollected& one) {
            const bool by_caller = one.called_by == no_thread || has(one, one.called_by);
            const bool by_all = one.called_by == no_thread || std::ranges::all_of(of_rank, [&](ThreadIndex who) {
                                    return threads_[who].ended || has(one, who);
                                });
            if (!by_all && (!by_caller || left <= max_found_by_threads)) return false;
            if (!by_all) drop(one);
            --left;
            return true;
        });
    };
    collect(
        toward.finds, [&](const Uncollected& one) { thread.finds.push_back(one.found); }, [](const Uncollected&) {});
    collect(
        toward.all_needed, [&](const Uncollected& one) { thread.all_needed.push_back(one.needed); },
        [&](const Uncollected& one) { orders_.include(*one.needed); });
    toward.needed = nullptr;
}

void Checker::acquire_clock(ThreadState& thread) {
    for (const FoundRef& found : std::exchange(thread.finds, {})) acquire_clock(thread, *found);
    for (const NeededRef& read : std::exchange(thread.all_needed, {})) need(thread, *read);
}

void Checker::acquire_clock(ThreadState& thread, const Found& found) {
    values_.visit(found, [&](const Carried& one) {
        if (one.all.empty()) thread.clock.join(one.by);
        else thread.clock.join(one.all.known());
    });
    if (setup_.predicts) need_writers(thread, found);
    values_.visit(found, [&, now = thread.clock.point()](const Carried& one) {
        for (const SpanRef& update : one.updates) update->over_at(now, thread.call);
    });
    ++joins_;
}

// A found value proves fewer updates than it contains: an update may leave the value that was there before. In
// another order the updates up to the last one must be there, or the value may be another.
void Checker::need_writers(ThreadState& thread, const Found& found) {
    values_.visit_written(found, [&](const Carried& one) {
        if (one.all.empty()) thread.clock.join_needs(one.by);
        else thread.clock.join_needs(one.all.known());
    });
    thread.now = nullptr;
    values_.visit_written(found, [now = thread.clock.point()](const Carried& one) {
        for (const SpanRef& update : one.updates) {
            if (update->section != nullptr) update->section->enter(now);
        }
    });
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
