// The settings of a scenario as JSON, with all defaults.
#pragma once

#include "sim/scenario/json/json.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// The settings of the scenario: `ranks`, `seed`, `data`, `progress`, `platform`, `costs`, `protocol`, and other members
// that do not have their defaults. With these settings, the same programs give the same run. `platform` has only the
// settings that matter: the selected topology, memory if windows are shared, and NICs if the family uses them. The path
// of a platform file is without its folder.
Json settings_json(const Scenario& scenario);

}  // namespace rmasim::sim
