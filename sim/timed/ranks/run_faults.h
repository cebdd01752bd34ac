// The faults of a run with a clock, and the effects of the faults so far.
#pragma once

#include "sim/machine/faults/call_faults.h"
#include "sim/machine/faults/loss_plan.h"
#include "sim/machine/faults/lost_things.h"
#include "sim/machine/faults/rank_faults.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/scenario.h"

#include <vector>

namespace rmasim::sim {

struct RunFaults {
    // `scenario` must outlive this object.
    explicit RunFaults(const Scenario& scenario)
        : losses(scenario.faults.losses, packets_of(scenario), scenario.seed), calls(scenario.faults) {
        of_ranks.reserve(static_cast<std::size_t>(scenario.ranks));
        for (Rank rank = 0; rank < scenario.ranks; ++rank) of_ranks.emplace_back(scenario.faults, rank);
    }

    LossPlan losses;
    CallFaults calls;
    std::vector<RankFaults> of_ranks;
    std::vector<DeadRank> dead;        // in the order in which they died
    std::vector<ShrunkPool> shrunken;  // in the order in which they shrank
    std::uint64_t packets_to_the_dead = 0;
};

}  // namespace rmasim::sim
