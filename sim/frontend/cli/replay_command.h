// The command `rmasim run` with a schedule: it replays one order of steps, untimed.
#pragma once

#include "sim/frontend/cli/commands.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// Replays the schedule of `scenario`, which must have one. Returns the exit code. Raises BadInput.
int replay_command(const Scenario& scenario, const RunOptions& options);

}  // namespace rmasim::sim
