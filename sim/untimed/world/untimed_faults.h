// The faults of the untimed world. They are defined by calls and packets, not by times. Faults in time, such as delays
// and stragglers, only change the order of steps; the untimed world can execute any order without them.
#pragma once

#include "sim/machine/faults/call_faults.h"
#include "sim/machine/faults/loss_plan.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/scenario.h"

#include <vector>

namespace rmasim::sim {

// Raises BadInput for a fault that is defined by a time.
void require_no_clock(const FaultSettings& faults);

struct UntimedFaults {
    // `scenario` must outlive this object.
    explicit UntimedFaults(const Scenario& scenario)
        : losses(scenario.faults.losses, packets_of(scenario), scenario.seed), calls(scenario.faults),
          calls_begun(static_cast<std::size_t>(scenario.ranks), 0) {}

    LossPlan losses;
    CallFaults calls;
    std::vector<std::uint64_t> calls_begun;  // by rank
    std::vector<DeadRank> dead;              // ascending
    std::vector<ShrunkPool> shrunken;        // in the order in which they shrank
};

}  // namespace rmasim::sim
