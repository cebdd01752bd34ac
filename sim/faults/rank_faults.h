// What goes wrong with one rank's processor, in virtual time: it is slow, it stands still, it dies, its pools shrink.
#pragma once

#include "sim/faults/standstills.h"

#include <optional>
#include <utility>
#include <vector>

namespace rmasim::sim {

class RankFaults {
public:
    RankFaults(const FaultSettings& faults, Rank rank);

    // How long work begun at `begin` takes that would take `work`. Raises std::overflow_error past the end of time.
    Time stretched(Time begin, Time work) const;

    // From then on the rank does nothing any more.
    std::optional<Time> death() const { return death_; }
    // The next shrink whose time has come, once.
    const PoolShrink* next_shrink(Time now);

private:
    double slowdown_ = 1;
    Standstills pauses_;
    std::optional<Time> death_;
    std::vector<std::pair<Time, const PoolShrink*>> shrinks_;  // the next one last
};

}  // namespace rmasim::sim
