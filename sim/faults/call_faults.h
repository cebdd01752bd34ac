// What happens to a rank as it begins its n-th call. Knows no clock.
#pragma once

#include "sim/input/model/fault_settings.h"

#include <vector>

namespace rmasim::sim {

class CallFaults {
public:
    // `faults` outlives this.
    explicit CallFaults(const FaultSettings& faults) : faults_(&faults) {}

    struct Happening {
        bool dies = false;
        std::vector<const PoolShrink*> shrinks;
    };
    // `nth`: 1 for the rank's first call, whichever of its threads makes it. A rank that dies does not begin the call.
    Happening at_call(Rank rank, std::uint64_t nth) const;

private:
    const FaultSettings* faults_;
};

// "in its 5th call"
std::string in_call(std::uint64_t nth);

}  // namespace rmasim::sim
