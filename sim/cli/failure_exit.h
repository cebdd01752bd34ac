// The exit code of a world without a clock that failed.
#pragma once

#include "sim/cli/exit_code.h"
#include "sim/explore/exploration.h"
#include "sim/input/model/scenario.h"

namespace rmasim::sim {

// `as_wished` where the scenario expects just that outcome.
ExitCode exit_code_of(const Scenario& scenario, Failure::Kind failed);

}  // namespace rmasim::sim
