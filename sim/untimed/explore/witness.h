// Searches for witnesses: pairs of executions that show the effect of an erroneous program
// (sim/checkers/findings/witness.h).
#pragma once

#include "sim/checkers/findings/witness.h"
#include "sim/untimed/explore/exploration.h"
#include "sim/untimed/world/untimed_world.h"

#include <vector>

namespace rmasim::sim {

// Returns the differences between the final states of two executions, in the order of ranks. Returns only the first few
// different values.
std::vector<semantics::Witness> differences(const UntimedWorld& one, const UntimedWorld& other);

// Searches for two executions of a small scenario with different final states, within a limited number of executions.
// Returns an empty list if no two such executions were found. Also returns an empty list for a scenario that has too
// many ranks or steps, that has faults, or that simulates no memory contents.
std::vector<semantics::Witness> find_witnesses(const Scenario& scenario);

// Adds witnesses to the text of the first erroneous failure of an exploration, if the scenario has a memory model.
void add_witnesses(Exploration& found, const Scenario& scenario);

}  // namespace rmasim::sim
