// Looks for what an erroneous program may show (sim/checkers/findings/witness.h).
#pragma once

#include "sim/checkers/findings/witness.h"
#include "sim/untimed/world/untimed_world.h"

#include <vector>

namespace rmasim::sim {

// What differs between the ends of two executions, at most the first few values, in the order of ranks.
std::vector<semantics::Witness> differences(const UntimedWorld& one, const UntimedWorld& other);

// Looks for two executions of a small scenario that end differently; empty if none is found among the first ones, or if
// the scenario is not small, has faults or keeps no data.
std::vector<semantics::Witness> find_witnesses(const Scenario& scenario);

}  // namespace rmasim::sim
