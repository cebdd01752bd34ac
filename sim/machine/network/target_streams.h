// A random generator for each target. The numbers of a target do not depend on the numbers that are generated for other
// targets.
#pragma once

#include "protocol/base/types.h"
#include "sim/scenario/expression/random.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

class TargetStreams {
public:
    // Target t uses the random stream `first` + t.
    TargetStreams(std::uint64_t seed, std::uint64_t first) : seed_(seed), first_(first) {}

    Random& of(Rank target) {
        const auto at = static_cast<std::size_t>(target);
        while (streams_.size() <= at) streams_.emplace_back(seed_, first_ + streams_.size());
        return streams_[at];
    }

private:
    std::uint64_t seed_;
    std::uint64_t first_;
    std::vector<Random> streams_;  // by target, up to the highest target used
};

}  // namespace rmasim::sim
