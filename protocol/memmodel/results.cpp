#include "protocol/memmodel/results.h"

#include "protocol/base/call_table.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace rmasim::memmodel {

namespace {

constexpr std::size_t max_found_by_threads = 64;

}  // namespace

SpanRef Results::note_call(ThreadState& thread, Toward& toward, const CallRequest& call, Moment& called) {
    const Operation& operation = call.operation;
    const std::uint32_t unit = windows_.of(operation.target, operation.window).disp_units[at(operation.target)];
    const Rank origin = threads_.rank_of(thread.clock.now().thread);
    if (values_.full()) values_.forget(order_.known_to_all());
    const bool updates = operation.kind == OpKind::compare_and_swap || operation.reduce != ReduceOp::no_op;
    SpanRef apart;
    if (updates && operation.region.count == 1 && is_lock(toward.mode)) {
        apart = toward.new_span(toward.remote, thread.clock.now());
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

NeededRef Results::needed_of(ThreadState& thread, Toward& toward, Call call, OpKind kind) const {
    if (!setup_.predicts || !fetches(kind)) return nullptr;
    Uncollected made;
    if (toward.remote.calls != nullptr) {
        made.called_by = thread.clock.now().thread;
        made.called = thread.clock.now().own;
    }
    const bool by_request = description_of(call).has(Argument::new_request);
    if (!by_request && toward.needed != nullptr) {
        const Uncollected& last = toward.all_needed.back();
        const bool alike = last.called_by == made.called_by && last.called == made.called;
        if (alike && last.needed == toward.needed) return toward.needed;
    }
    made.needed = std::make_shared<Needed>();
    (by_request ? thread.made.needed : toward.needed) = made.needed;
    return toward.all_needed.emplace_back(std::move(made)).needed;
}

void Results::note_result(ThreadState& thread, Toward& toward, const CallRequest& call) {
    if (!fetches(call.operation.kind) || !is_lock(toward.mode)) return;
    if (toward.granted == nullptr) {
        toward.granted = std::make_shared<Granted>(Granted{toward.known, toward.gates, no_thread, toward.section});
    }
    if (description_of(call.call).has(Argument::new_request)) thread.made.granted = toward.granted;
    if (toward.remote.calls == nullptr) return;
    const Moment& now = thread.clock.now();
    const auto is_here = [&](const auto& one) { return one.first == now.thread; };
    if (std::ranges::none_of(toward.results, is_here)) toward.results.emplace_back(now.thread, now.own);
}

void Results::collect(ThreadState& thread, Toward& toward) {
    if (toward.finds.empty() && toward.all_needed.empty()) return;
    const Moment& now = thread.clock.now();
    const auto has = [](const Uncollected& one, ThreadIndex who) {
        return std::ranges::find(one.collected_by, who) != one.collected_by.end();
    };
    const std::vector<ThreadIndex>& of_rank = threads_.of_rank(threads_.rank_of(now.thread));
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
                                    return threads_.state(who).ended || has(one, who);
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
        [&](const Uncollected& one) { order_.include(*one.needed); });
    toward.needed = nullptr;
}

void Results::acquire(ThreadState& thread) {
    if (thread.finds.empty() && thread.all_needed.empty()) return;
    for (const FoundRef& found : std::exchange(thread.finds, {})) acquire(thread, *found);
    for (const NeededRef& read : std::exchange(thread.all_needed, {})) order_.need(thread, *read);
}

void Results::acquire(ThreadState& thread, const Found& found) {
    values_.visit(found, [&](const Carried& one) {
        if (one.all.empty()) thread.clock.join(one.by);
        else thread.clock.join(one.all.known());
    });
    if (setup_.predicts) need_writers(thread, found);
    values_.visit(found, [&, now = thread.clock.point()](const Carried& one) {
        for (const SpanRef& update : one.updates) update->over_at(now, thread.call);
    });
    threads_.joined();
}

void Results::acquire(ThreadState& thread, Granted& lock) {
    if (!lock.known || lock.joined == thread.clock.now().thread) return;
    lock.joined = thread.clock.now().thread;
    order_.order_after_lock(thread, lock.gates, lock.section);
    threads_.joined();
}

// A found value proves fewer updates than it contains: an update may leave the value that was there before. In
// another order the updates up to the last one must be there, or the value may be another.
void Results::need_writers(ThreadState& thread, const Found& found) {
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

void Results::release_at_sync(Rank rank, const ThreadState& thread, const Moment& now) {
    const bool shared = visibility_.is_unified(rank, thread.window);
    if (setup_.of_programs && shared) windows_.of(rank, thread.window).syncs.add(now);
}

void Results::acquire_at_sync(Rank rank, ThreadState& thread) {
    if (setup_.of_programs) thread.clock.join(windows_.of(rank, thread.window).syncs.known());
    if (!setup_.looks_after_sync) return;
    values_.visit_arrived(rank, thread.window, [&](const Moment& one) { thread.clock.join(one); });
    threads_.joined();
}

}  // namespace rmasim::memmodel
