// The order in which the events of a run are played. In both orders each node has the same events in the same order, so
// the results are equal.
#pragma once

#include <cstdint>

namespace rmasim::sim {

enum class PlayOrder : std::uint8_t {
    by_node,  // where nothing but packets passes between nodes (sim/machine/engine/node_queue.h); else in time
    in_time,
};

}  // namespace rmasim::sim
