// A run that several processes share (sim/machine/exchange): each plays its nodes, and nothing but packets passes
// between them. What looks at several ranks at once, or reaches others in no time, is refused before the run.
#pragma once

#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

struct Sharers {
    int processes = 2;
    bool checked = false;  // --check-invariants
};

// Raises BadInput with all that stands against it, each with its place in the scenario, or the option.
void require_sharable(const Scenario& scenario, const Sharers& run);

}  // namespace rmasim::sim
