// The order in which the events of a run are executed: by time, or node after node in each slice. In both orders each
// node has the same events in the same order, so the results are equal.
#pragma once

#include "sim/machine/engine/time.h"
#include "sim/scenario/model/scenario.h"

#include <cstdint>

namespace rmasim::sim {

struct TimedRunOptions;

enum class EventOrder : std::uint8_t {
    by_node,  // node after node in each slice (sim/machine/engine/node_queue.h)
    in_time,
};

// Returns the minimum time between an event at one node and its first effect at another node. If the result is 0,
// events cannot be executed node by node.
Time lookahead(const Scenario& scenario);

// True if several processes can share the run: nodes affect each other only by packets, and later. One process can
// execute such a run node by node, unless it checks rules between ranks.
bool can_be_shared(const Scenario& scenario);

// True if one process can execute the run node by node, which is faster.
bool can_run_by_node(const Scenario& scenario, const TimedRunOptions& options);

}  // namespace rmasim::sim
