// Functions of `rmasim explore` that searches in one process and distributed searches (explore_parts.cpp) share.
#pragma once

#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/exploration_json.h"
#include "sim/frontend/cli/exploration_text.h"

namespace rmasim::sim {

// Loads the scenario, with the changes of the options. Also checks that the outputs can be written. Raises BadInput.
Scenario scenario_to_explore(const ExploreOptionsOfUser& options);
Reduction reduction_of(const ExploreOptionsOfUser& options);
// Prints the results and writes the files that the options require. Returns the exit code.
int report_exploration(const ExploreOptionsOfUser& options, const Scenario& scenario, Exploration found,
                       OrderWords orders, const Effort& effort);

// The two sides of a distributed search. explore_shards reads parts of the search from standard input, searches them,
// and prints their results, the pieces. explore_assembly reads pieces and assembles them. If it reads a number n
// instead, it prints up to n parts to be searched and an empty line. After the last piece it prints the result of the
// exploration, as explore_command does. Parts and pieces have one line each.
int explore_shards(const ExploreOptionsOfUser& options);
int explore_assembly(const ExploreOptionsOfUser& options);

}  // namespace rmasim::sim
