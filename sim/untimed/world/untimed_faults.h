// The faults of the untimed world. A fault is defined by a call or a packet, not by a time. Faults of timing, such as
// delays and slow ranks, would only change the order of steps. The untimed world does not need such faults, because it
// can execute every order.
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
