// The forms of `rmasim run` that rmasim-explore executes: a replay of one order of steps without a clock, and a search
// for witnesses.
#pragma once

#include "sim/frontend/cli/arguments/commands.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// Replays the schedule of `scenario`. The scenario must have a schedule. Returns the exit code. Raises BadInput.
int replay_command(const Scenario& scenario, const RunOptions& options);
// Prints the witnesses of the group RunOptions::witnesses_of as JSON. Returns the exit code. Raises BadInput.
int witnesses_command(const RunOptions& options);

}  // namespace rmasim::sim
