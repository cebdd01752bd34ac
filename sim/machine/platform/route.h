// Nodes, and the latency and bandwidth of the route between two of them.
#pragma once

#include "sim/machine/engine/time.h"

#include <cmath>
#include <cstdint>

namespace rmasim::sim {

using NodeId = std::int32_t;  // index of a node, 0-based

struct Route {
    Time latency = 0;                        // the sum over the links
    std::int64_t femtoseconds_per_byte = 0;  // of the slowest link; 0 if no link limits the bandwidth
    bool operator==(const Route&) const = default;
};

// Converts a latency to an integer. No other code rounds latencies.
inline Time picoseconds(double seconds) { return std::llround(seconds * 1e12); }

}  // namespace rmasim::sim
