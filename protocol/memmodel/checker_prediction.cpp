// Records for predictions (MM-PREDICT): holdings of locks, values read, matches of receives.
#include "protocol/base/call_table.h"
#include "protocol/memmodel/thread_state.h"

namespace rmasim::memmodel {

// Records what the thread needs after it has read. Later loads and stores get a span of their own.
void Checker::need(ThreadState& thread, const Needed& read) {
    if (read.empty()) return;
    thread.now = nullptr;
    if (read.known.exists()) thread.clock.join_needs(read.known);
    if (read.held.empty()) return;
    const Moment now = thread.clock.point();
    for (const SectionRef& section : read.held) section->enter(now);
}

// Operations share it that all threads are ordered after, or none, as they share a span (open_span).
NeededRef Checker::needed_of(ThreadState& thread, Toward& toward, Call call, OpKind kind) {
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

// The rank holds the lock, or will when it is granted.
void Checker::hold(Rank rank, Toward& toward) {
    if (!setup_.predicts || toward.section != nullptr || toward.nocheck || !is_lock(toward.mode)) return;
    toward.section = make_ref<Section>();
    toward.section->exclusive = toward.mode == Mode::lock_exclusive;
    toward.section->holder = rank;
}

// Orders the thread after releases of a lock, which it does not need in another run. `all`: `gates` includes its clock.
void Checker::order_after_releases(ThreadState& thread, const Knowledge& gates, bool all) {
    if (!gates.exists()) return;
    if (!setup_.predicts) return all ? thread.clock.adopt(gates) : thread.clock.join(gates);
    return all ? thread.clock.adopt_order(gates) : thread.clock.join_order(gates);
}

// The thread is ordered after the grant of the lock, and so in this run after the earlier releases.
void Checker::order_after_lock(ThreadState& thread, const Knowledge& gates, const SectionRef& section) {
    order_after_releases(thread, gates, false);
    if (section != nullptr) section->enter(thread.clock.point());
}

MatchRef Checker::acquires_match(const Origin& origin, const Moment& sent, Rank source) {
    if (!setup_.predicts) {
        acquires_clock(origin, sent);
        return nullptr;
    }
    Clock& clock = state(origin).clock;
    clock.join_order(sent);
    ++joins_;
    MatchRef match = std::make_shared<Match>(Match{source, clock.point(), false});
    orders_.matched(match, sent);
    return match;
}

bool Checker::needs(const Origin& origin, const Moment& moment) {
    return state(origin).clock.now().needs(moment.thread) >= moment.own;
}

Checker::OrderedByRun Checker::ordered_by_run() const {
    OrderedByRun counts;
    findings_.each_ordered([&](const Concerned& first, const Concerned& second) {
        const Prediction reason = orders_.reason(first, second);
        counts.by_lock += reason == Prediction::ordered_by_lock ? 1 : 0;
        counts.by_match += reason == Prediction::ordered_by_match ? 1 : 0;
    });
    return counts;
}

}  // namespace rmasim::memmodel
