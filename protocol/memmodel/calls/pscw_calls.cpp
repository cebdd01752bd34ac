#include "protocol/memmodel/calls/pscw_calls.h"

#include <vector>

namespace rmasim::memmodel {

void PscwCalls::begin_post(Rank rank, ThreadState& thread, const Group& group) {
    Window& window = windows_.of(rank, thread.window);
    const Moment now = thread.clock.point();
    visibility_.synchronise_public(rank, thread.window, now);
    std::vector<PairOfGroups*>& exposed_to = window.exposed_to[at(rank)];
    exposed_to.clear();
    for (const Rank origin : group) {
        PairOfGroups& pair = window.pairs[{origin, rank}];
        exposed_to.push_back(&pair);
        PairOfGroups::Round& round = pair.round(pair.posts++);
        round.posted = now;
        for (const Pending& waiting : round.waiting) gates_.enter(waiting, now, {});
        round.waiting.clear();
    }
}

void PscwCalls::begin_start(Rank rank, ThreadState& thread, const Group& group) {
    Window& window = windows_.of(rank, thread.window);
    OriginState& origin = window.origins[at(rank)];
    origin.started = true;
    origin.forget_targets();
    for (const Rank target : group) {
        Toward& toward = origin.toward(target);
        toward.mode = Mode::pscw;
        toward.nth = window.pair(rank, toward).starts++;
    }
}

void PscwCalls::begin_complete(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    OriginState& origin = window.origins[at(rank)];
    const Moment now = thread.clock.point();
    visibility_.order_memory(rank, thread.window, now);
    origin.end_local(thread.clock.point(), Call::complete);
    for (const auto& one : origin.targets()) {
        Toward& toward = *one;
        toward.reads.end(now, Call::complete);
        results_.collect(thread, toward);
        window.pair(rank, toward).round(toward.nth).completed = now;
    }
    origin.started = false;
}

// START may return before POST is called; COMPLETE does not (MM-EDGE-4).
void PscwCalls::end_complete(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    OriginState& origin = window.origins[at(rank)];
    for (const auto& one : origin.targets()) {
        Toward& toward = *one;
        PairOfGroups& pair = window.pair(rank, toward);
        PairOfGroups::Round& round = pair.round(toward.nth);
        thread.clock.join(round.posted);
        round.left_by_origin = true;
        pair.forget_rounds();
    }
    results_.acquire(thread);
    threads_.joined();
    origin.forget_targets();
    visibility_.order_memory(rank, thread);
}

void PscwCalls::end_wait(Rank rank, ThreadState& thread) {
    Window& window = windows_.of(rank, thread.window);
    std::vector<PairOfGroups*>& exposed_to = window.exposed_to[at(rank)];
    for (PairOfGroups* const pair : exposed_to) thread.clock.join(pair->round(pair->waits).completed);
    threads_.joined();
    const Moment now = thread.clock.point();
    for (PairOfGroups* const pair : exposed_to) {
        PairOfGroups::Round& round = pair->round(pair->waits++);
        for (SpanRef& span : round.spans) span->over_at(now, Call::wait);
        round.left_by_target = true;
        pair->forget_rounds();
    }
    exposed_to.clear();
    visibility_.synchronise_private(rank, thread.window, now);
}

}  // namespace rmasim::memmodel
