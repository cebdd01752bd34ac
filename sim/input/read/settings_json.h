// The settings of a scenario, all defaults filled in, as a scenario would write them.
#pragma once

#include "sim/input/json/json.h"
#include "sim/input/model/scenario.h"

namespace rmasim::sim {

// `ranks`, `seed`, `data`, `progress`, `platform`, `costs`, `protocol`: with them, any scenario of the same programs
// gives the same run. Of the platform only what counts: the chosen topology, memory where windows are shared. A
// platform file goes by its name, without the folder.
Json settings_json(const Scenario& scenario);

}  // namespace rmasim::sim
