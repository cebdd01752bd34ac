// rmasim run with a schedule: replays one order of steps, untimed.
#pragma once

#include "sim/frontend/cli/commands.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// `scenario` has a schedule. Returns the exit code.
int replay_command(const Scenario& scenario, const RunOptions& options);

}  // namespace rmasim::sim
