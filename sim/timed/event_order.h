// The order in which the events of a run are executed: by time, or node after node in each slice. In both orders each
// node has the same events in the same order, so the results are equal.
#pragma once

#include "sim/machine/engine/time.h"
#include "sim/scenario/model/scenario.h"

#include <cstdint>

namespace rmasim::sim {

enum class EventOrder : std::uint8_t {
    // Node after node in each slice (sim/machine/engine/node_queue.h), if nodes affect each other only by packets;
    // otherwise by time.
    by_node,
    in_time,
};

// Returns the minimum time between an event at one node and its first effect at another node. If the result is 0,
// events cannot be executed node by node.
Time lookahead(const Scenario& scenario);

}  // namespace rmasim::sim
