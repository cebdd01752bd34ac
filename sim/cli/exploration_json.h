// An exploration as one JSON object, for programs.
#pragma once

#include "sim/cli/exploration_text.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

// The only figures that differ from run to run.
struct Effort {
    double wall_s;
    double explore_cpu_s;  // of the exploration alone
};

nlohmann::ordered_json exploration_json(const Scenario& scenario, const Exploration& found,
                                        const ExplorationWords& words, const Effort& effort);

}  // namespace rmasim::sim
