// The files of `rmasim explore --out`: schedules that `rmasim run --schedule` replays, and a list of all orders.
#pragma once

#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/explore/exploration_text.h"

namespace rmasim::sim {

// Raises BadInput if --orders has a name that no order can have, or if the program cannot write an output. The check
// precedes the exploration, because the exploration may take hours.
void check_order_files(const ExploreOptionsOfUser& options, const Scenario& scenario);

// Writes the schedules of all failures, the list, and the orders that --orders names.
void write_orders(const ExploreOptionsOfUser& options, const Scenario& scenario, const Exploration& found,
                  const ExplorationWords& words);

// Prints the commands that replay the orders. The user can paste them into a shell.
void explain_replay(const ExploreOptionsOfUser& options, const Scenario& scenario, const Exploration& found,
                    const ExplorationWords& words);

}  // namespace rmasim::sim
