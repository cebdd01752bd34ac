// An exploration as one JSON object, for programs.
#pragma once

#include "sim/cli/exploration_text.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

nlohmann::ordered_json exploration_json(const Scenario& scenario, const Exploration& found,
                                        const ExplorationWords& words, double wall_s);

}  // namespace rmasim::sim
