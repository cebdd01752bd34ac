// Functions of `rmasim explore` for searches in one process and for distributed searches (explore_parts.cpp).
#pragma once

#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/explore/exploration_json.h"
#include "sim/frontend/cli/explore/exploration_text.h"

namespace rmasim::sim {

// Loads the scenario and applies the changes of the options. Checks that the output files can be written. Raises
// BadInput.
Scenario scenario_to_explore(const ExploreOptionsOfUser& options);
Reduction reduction_of(const ExploreOptionsOfUser& options);
// Prints the results and writes the files that the options require. Returns the exit code.
int report_exploration(const ExploreOptionsOfUser& options, const Scenario& scenario, Exploration found,
                       OrderWords orders, const Effort& effort);

// The two kinds of processes in a distributed search. explore_shards reads requests from standard input, each for a
// shard: a part of the search. It searches the shards and prints their results. explore_assembly reads the results and
// assembles them. If it reads a number n, it prints requests for up to n shards and an empty line. After the last
// result it prints the result of the exploration, as explore_command does. Each request and each result is one line.
int explore_shards(const ExploreOptionsOfUser& options);
int explore_assembly(const ExploreOptionsOfUser& options);

}  // namespace rmasim::sim
