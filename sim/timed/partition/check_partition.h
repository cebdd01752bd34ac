// Checks that several processes can share the run of a scenario (sim/machine/exchange). In a shared run each process
// simulates its nodes, and only packets pass between processes. So a scenario is rejected if one of its features
// observes ranks of several nodes at once, or affects other nodes without a delay.
#pragma once

#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

struct Partitioning {
    int processes = 2;
    bool checked = false;  // true with the option --check-invariants
};

// Raises BadInput if several processes cannot share the run. The message lists all reasons. Each reason names a path in
// the scenario, or an option of the command line.
void require_partitionable(const Scenario& scenario, const Partitioning& run);

}  // namespace rmasim::sim
