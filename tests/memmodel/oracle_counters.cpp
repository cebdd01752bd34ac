// The graph's edges for counters and their requests.
#include "tests/memmodel/oracle.h"

namespace rmasim::memmodel_test::oracle {

// START sets a counter, and a request without a mode has nothing to cover.
void Graph::look(const Event& event) {
    for (const std::uint32_t request : event.step->requests) looked_[request] = ops_.size();
}

void Graph::signal(const Event& event) {
    const TestRequest& request = program_.requests[event.asked];
    const Rank target = program_.counters[request.counter];
    const Node now = step(event);
    to_public_[{0, request.rank}].push_back(now);
    SentSignal sent{now, {}};
    Reported& report = pending_[event.asked];
    report.released = now;
    for (std::size_t i = 0; i < looked_[event.asked]; ++i) {
        Op& op = ops_[i];
        const bool mine = origin_of_[i] == request.rank && op.target == target && op.window == 0;
        if (!mine || !has(request.modes, op.kind)) continue;
        report.ops.push_back(i);
        if (program_.counted == Guarantee::applied || op.kind == SyncModes::get) edge(end_of(op), now);
        else sent.ops.push_back(i);
    }
    on_the_way_[{request.counter, request.rank}].push_back(sent);
}

void Graph::count(const Event& event) {
    std::vector<SentSignal>& there = arrived_[event.counter];
    switch (event.kind) {
        case Event::Kind::signal_sent: return signal(event);
        case Event::Kind::lowered: {
            auto& queue = on_the_way_[{event.counter, event.origin}];
            there.push_back(queue.front());
            queue.erase(queue.begin());
            values_[event.counter] = event.value;
            return;
        }
        case Event::Kind::set:
            if (!program_.adds) there.clear();
            values_[event.counter] = event.value;
            return;
        default: break;
    }
    // It may start again, and even be complete, before the call returns.
    if (event.happened == RequestStep::reported) {
        reported_[{event.rank, event.thread}].push_back({event.asked, std::exchange(pending_[event.asked], {})});
    }
    if (event.happened != RequestStep::complete || !program_.requests[event.asked].object) return;
    // Those that lowered it below zero stay.
    const std::int64_t below = values_[event.counter] < 0 ? -values_[event.counter] : 0;
    Reported& report = pending_[event.asked];
    while (static_cast<std::int64_t>(there.size()) > below) {
        report.signals.push_back(there.front());
        there.erase(there.begin());
    }
}

void Graph::end_reported(const Event& event, Node now) {
    const Rank rank = event.rank;
    for (const auto& [index, report] : reported_[{rank, event.thread}]) {
        if (program_.requests[index].object) {
            for (const SentSignal& signal : report.signals) {
                edge(signal.node, now);
                for (const std::size_t op : signal.ops) edge(end_of(ops_[op]), now);
            }
            to_private_[{0, rank}].push_back(now);
        } else {
            if (report.released > begun_[{rank, event.thread}]) results_to_public_[{0, rank}].push_back(now);
            for (const std::size_t op : report.ops) {
                buffers_end(ops_[op], now);
                touches_[static_cast<std::size_t>(ops_[op].touch)].left.push_back(now);
                const bool applied = program_.counted == Guarantee::applied || ops_[op].kind == SyncModes::get;
                if (applied) edge(end_of(ops_[op]), now);
            }
        }
    }
    reported_[{rank, event.thread}].clear();
}

// All ranks of the old group and of the new one synchronise. A rank that is in neither group does not call. So its n-th
// call belongs to the n-th of those changes, in the order of rank 0, whose old or new group has the rank.
void Graph::change_group(const Event& event, Node now) {
    int calls = ++changes_begun_[event.rank];
    Rank old_size = program_.members > 0 ? program_.members : static_cast<Rank>(program_.ranks());
    int change = 0;
    for (const Step& step : program_.steps[0][0]) {
        if (step.kind != Step::Kind::call || step.call.call != Call::win_change_comm) continue;
        const auto new_size = static_cast<Rank>(step.flag);
        if ((event.rank < old_size || event.rank < new_size) && --calls == 0) break;
        old_size = new_size;
        ++change;
    }
    changes_[change].push_back(now);
    to_public_[{event.step->call.window, event.rank}].push_back(now);
    change_of_[event.rank] = change;
}

}  // namespace rmasim::memmodel_test::oracle
