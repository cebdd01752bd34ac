// Searches for witnesses: executions that show the effect of an erroneous program (sim/checkers/findings/witness.h).
#pragma once

#include "sim/checkers/findings/witness.h"
#include "sim/untimed/world/untimed_world.h"

#include <vector>

namespace rmasim::sim {

// Returns the differences between the final states of two executions, in the order of ranks. Returns only the first few
// different values.
std::vector<semantics::Witness> differences(const UntimedWorld& one, const UntimedWorld& other);

// Searches for two executions of a small scenario with different final states, within a limited number of executions.
// Returns an empty list if there are none, or if the scenario is not small, has faults or keeps no data.
std::vector<semantics::Witness> find_witnesses(const Scenario& scenario);

}  // namespace rmasim::sim
