// Searches for witnesses of an erroneous program (sim/checkers/findings/witness.h).
#pragma once

#include "sim/checkers/findings/witness.h"
#include "sim/untimed/world/untimed_world.h"

#include <vector>

namespace rmasim::sim {

// Returns the differences between the final states of two executions, in the order of ranks; at most the first few
// values.
std::vector<semantics::Witness> differences(const UntimedWorld& one, const UntimedWorld& other);

// Searches for two executions of a small scenario with different final states. Empty if none is found in a limited
// number of executions, or if the scenario is not small, has faults or keeps no data.
std::vector<semantics::Witness> find_witnesses(const Scenario& scenario);

}  // namespace rmasim::sim
