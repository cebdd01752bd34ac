// Writes the settings of a scenario as JSON, with all defaults.
#pragma once

#include "sim/scenario/json/json.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// `ranks`, `seed`, `data`, `progress`, `platform`, `costs`, `protocol`: with these settings the same programs give the
// same run. Contains only the relevant part of the platform: the chosen topology, and memory if windows are shared. A
// platform file is written without its folder.
Json settings_json(const Scenario& scenario);

}  // namespace rmasim::sim
