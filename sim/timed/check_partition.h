// Checks that a scenario can be run as a shared run (sim/machine/exchange). There each process simulates its nodes, and
// only packets pass between processes. Scenarios in which something observes several ranks at once, or affects other
// nodes without delay, are refused before the run.
#pragma once

#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

struct Partitioning {
    int processes = 2;
    bool checked = false;  // --check-invariants
};

// Raises BadInput with all obstacles, each with its path in the scenario, or with the option.
void require_partitionable(const Scenario& scenario, const Partitioning& run);

}  // namespace rmasim::sim
