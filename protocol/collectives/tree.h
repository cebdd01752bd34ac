// The binomial tree (trees.cpp shows it). Processes have their distance from the root as number.
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <bit>

namespace rmasim::schedules {

// Returns the number of processes in the subtree of the process at `distance`.
constexpr Rank at_or_below(Rank distance, Rank size) {
    const Rank lowest = distance & -distance;
    return distance == 0 ? size : std::min(lowest, size - distance);
}

// Returns the largest difference of distances between a child of the process at `distance` and that process; 0 if it
// has no children.
constexpr Rank first_bit_below(Rank distance, Rank size) {
    return static_cast<Rank>(std::bit_floor(static_cast<unsigned>(at_or_below(distance, size) - 1)));
}

}  // namespace rmasim::schedules
