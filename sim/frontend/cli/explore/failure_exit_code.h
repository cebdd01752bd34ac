// The exit code of a failure that an exploration or a replay has found.
#pragma once

#include "sim/frontend/cli/process/exit_code.h"
#include "sim/scenario/model/scenario.h"
#include "sim/untimed/explore/exploration.h"

namespace rmasim::sim {

// The exit code of an untimed run with a failure of the kind `failed`. It is `success` if the scenario expects this
// failure.
ExitCode exit_code_of(const Scenario& scenario, Failure::Kind failed);
// The exit code of a search: that of the gravest kind that the scenario does not expect. If the scenario expects a
// failure that no order has, it is `expectation_failed`. Failures of the protocol that only calm barriers have are not
// considered.
ExitCode exit_code_of(const Scenario& scenario, const Exploration& found);

}  // namespace rmasim::sim
