// The faults of one rank in virtual time: a slow processor, pauses, death, shrinking pools.
#pragma once

#include "sim/machine/faults/pauses.h"

#include <optional>
#include <utility>
#include <vector>

namespace rmasim::sim {

class RankFaults {
public:
    RankFaults(const FaultSettings& faults, Rank rank);

    // Returns the duration, with the rank's faults, of work that starts at `begin` and would take `work` without
    // faults. Raises std::overflow_error if the result is beyond the range of Time.
    Time stretched(Time begin, Time work) const;

    // Returns the time of the rank's death. The rank does nothing from that time on. Returns nullopt if the rank does
    // not die.
    std::optional<Time> death() const { return death_; }
    // Returns the next PoolShrink whose time is not after `now`, or null if there is none. Returns each PoolShrink
    // once, in the order of time. PoolShrinks of the same time are in the order of the scenario.
    const PoolShrink* next_shrink(Time now);

private:
    double slowdown_ = 1;
    Pauses pauses_;
    std::optional<Time> death_;
    std::vector<std::pair<Time, const PoolShrink*>> shrinks_;  // by time
    std::size_t next_shrink_ = 0;
};

}  // namespace rmasim::sim
