// The command `rmasim run` for a scenario with a schedule. It replays one order of steps without a clock.
#pragma once

#include "sim/frontend/cli/commands.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// Replays the schedule of `scenario`. The scenario must have a schedule. Returns the exit code. Raises BadInput.
int replay_command(const Scenario& scenario, const RunOptions& options);

}  // namespace rmasim::sim
