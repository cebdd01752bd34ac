// The order in which the events of a run are played. In both orders each node has the same events in the same order, so
// the results are equal.
#pragma once

#include "sim/machine/engine/time.h"
#include "sim/scenario/model/scenario.h"

#include <cstdint>

namespace rmasim::sim {

enum class EventOrder : std::uint8_t {
    by_node,  // where nothing but packets passes between nodes (sim/machine/engine/node_queue.h); else in time
    in_time,
};

// From an event at one node to the first one that it causes at another; 0: they cannot be played by node.
Time lookahead(const Scenario& scenario);

}  // namespace rmasim::sim
