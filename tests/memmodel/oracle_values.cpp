// The oracle's reading of MM-EDGE-11. All other edges are in the graph before. Then each fetched value adds an edge
// from the updates that the value proves. The values are visited in the order in which their results arrived.
#include "tests/memmodel/oracle.h"

#include <algorithm>

namespace rmasim::memmodel_test::oracle {

void Graph::carry_out(const Event& event) {
    const auto is_it = [&](std::size_t i) {
        return origin_of_[i] == event.origin && ops_[i].thread == event.thread && ops_[i].location == event.location;
    };
    std::size_t op = 0;
    while (!is_it(op)) ++op;
    const Operation& operation = event.step->call.operation;
    const bool swaps = operation.kind == OpKind::compare_and_swap;
    const std::size_t bytes = bytes_of(operation.region.datatype);
    contents_.carry_out(*event.step, [&](std::uint64_t begin, std::int64_t before, std::int64_t after) {
        ElementStates& element = elements_[{operation.target, ops_[op].window, begin}];
        if (element.bytes != bytes) element = {bytes, {}};
        std::vector<ElementState>& states = element.states;
        if (states.empty() || states.back().value != before) states = {{before, 0, true, true}};
        if (fetches(operation.kind)) fetches_.push_back({op, before != after, states});
        if (before != after) states.push_back({after, op, false, !swaps && operation.reduce == ReduceOp::replace});
    });
}

// The answer is not cached, since edges are still being added.
bool Graph::reaches(Node a, Node b) const {
    std::vector<char> seen(edges_.size(), 0);
    std::vector<Node> open{a};
    while (!open.empty()) {
        const Node now = open.back();
        open.pop_back();
        if (now == b) return true;
        for (const Node next : edges_[static_cast<std::size_t>(now)]) {
            if (std::exchange(seen[static_cast<std::size_t>(next)], 1) == 0) open.push_back(next);
        }
    }
    return false;
}

void Graph::acquire_clock(const Fetch& fetch, Node results) {
    const auto touch_of = [&](std::size_t op) -> Touch& { return touches_[static_cast<std::size_t>(ops_[op].touch)]; };
    const Node called = touch_of(fetch.op).call;
    std::size_t proved = fetch.states.size() - 1;
    if (!fetch.changes) {
        std::size_t first = proved;
        while (first > 0 && !reaches(touch_of(fetch.states[first].op).call, called)) --first;
        proved = first;
        while (fetch.states[proved].value != fetch.states.back().value) ++proved;
    }
    for (;; --proved) {
        const ElementState& state = fetch.states[proved];
        if (state.was_there) return;
        Touch& update = touch_of(state.op);
        edge(update.call, results);
        const bool alone = update.bytes.size() == bytes_of(update.type);
        if (alone && ops_[state.op].mode == 2) update.also_ended.push_back(results);
        if (state.from_itself) return;
    }
}

}  // namespace rmasim::memmodel_test::oracle
