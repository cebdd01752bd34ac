// The faults of a world without a clock: those that are told by calls and packets, not by times. Every order is played
// anyway, so delays, stragglers and the like have nothing to add here.
#pragma once

#include "sim/families/family.h"
#include "sim/faults/call_faults.h"
#include "sim/faults/loss_plan.h"
#include "sim/input/model/scenario.h"

#include <vector>

namespace rmasim::sim {

// Raises BadInput for a fault that happens at a time.
void require_no_clock(const FaultSettings& faults);

struct UntimedFaults {
    // `scenario` outlives this.
    explicit UntimedFaults(const Scenario& scenario)
        : losses(scenario.faults.losses, packets_of(scenario), scenario.seed), calls(scenario.faults),
          calls_begun(static_cast<std::size_t>(scenario.ranks), 0) {}

    LossPlan losses;
    CallFaults calls;
    std::vector<std::uint64_t> calls_begun;  // by rank
    std::vector<DeadRank> dead;              // ascending
    std::vector<ShrunkPool> shrunken;        // as they shrank
};

}  // namespace rmasim::sim
