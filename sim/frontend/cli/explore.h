// What `rmasim explore` has in common, whether the search is made here or elsewhere (explore_parts.cpp).
#pragma once

#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/exploration_json.h"
#include "sim/frontend/cli/exploration_text.h"

namespace rmasim::sim {

// With the options' changes; checks first that the outputs can be written.
Scenario scenario_to_explore(const ExploreOptionsOfUser& options);
Reduction reduction_of(const ExploreOptionsOfUser& options);
// Prints and writes what the options ask for; returns the exit code.
int report_exploration(const ExploreOptionsOfUser& options, const Scenario& scenario, Exploration found,
                       OrderWords orders, const Effort& effort);

// The two halves of a search in parts. One reads parts from standard input and prints pieces, a line each. The other
// reads pieces and, after a number, prints so many parts that are wanted and an empty line; when none is wanted any
// more, the result, as explore_command does.
int explore_pieces(const ExploreOptionsOfUser& options);
int explore_assembly(const ExploreOptionsOfUser& options);

}  // namespace rmasim::sim
