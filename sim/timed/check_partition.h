// Checks that several processes can share the run of a scenario (sim/machine/exchange). In a shared run each process
// simulates its nodes, and only packets pass between processes. So a scenario is refused if some of its features
// observe several ranks at once, or affect other nodes without delay.
#pragma once

#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

struct Partitioning {
    int processes = 2;
    bool checked = false;  // true with the option --check-invariants
};

// Raises BadInput if the run cannot be shared. The message lists all obstacles. Each obstacle has its path in the
// scenario, or is named as an option of the command line.
void require_partitionable(const Scenario& scenario, const Partitioning& run);

}  // namespace rmasim::sim
