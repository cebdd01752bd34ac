// The faults that occur at the start of a rank's n-th call: the death of the rank, and the shrinking of pools. These
// faults do not depend on time.
#pragma once

#include "sim/scenario/model/fault_settings.h"

#include <vector>

namespace rmasim::sim {

class CallFaults {
public:
    // `faults` must outlive this object.
    explicit CallFaults(const FaultSettings& faults) : faults_(&faults) {}

    struct CallFault {
        bool dies = false;
        std::vector<const PoolShrink*> shrinks;
    };
    // The fault at the rank's `nth` call, counted from 1 over the calls of all threads of the rank. A rank that dies
    // does not begin the call.
    CallFault at_call(Rank rank, std::uint64_t nth) const;

private:
    const FaultSettings* faults_;
};

// Returns a text for reports, for example "in its 5th call".
std::string in_call(std::uint64_t nth);

}  // namespace rmasim::sim
