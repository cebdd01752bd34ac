// The settings of a scenario as JSON, with all defaults.
#pragma once

#include "sim/scenario/json/json.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// `ranks`, `seed`, `data`, `progress`, `platform`, `costs`, `protocol` and other members that are not at their
// defaults. With these settings, the same programs give the same run. The platform has only its relevant part: the
// selected topology, memory if windows are shared, NICs if the family uses them. A platform file is written without its
// folder.
Json settings_json(const Scenario& scenario);

}  // namespace rmasim::sim
