// The order in which the events of a run are executed. In both orders each node has the same events in the same order,
// so the results are equal.
#pragma once

#include "sim/machine/engine/time.h"
#include "sim/scenario/model/scenario.h"

#include <cstdint>

namespace rmasim::sim {

enum class EventOrder : std::uint8_t {
    by_node,  // if only packets pass between nodes (sim/machine/engine/node_queue.h); else as in_time
    in_time,
};

// The minimum time between an event at one node and its first effect at another node. 0: events cannot be executed by
// node.
Time lookahead(const Scenario& scenario);

}  // namespace rmasim::sim
