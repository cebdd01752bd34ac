// The results of an exploration as one JSON object.
#pragma once

#include "sim/frontend/cli/exploration_text.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

// The only figures that are not deterministic.
struct Effort {
    double wall_s;
    double explore_cpu_s;  // without reading input and writing results
};

nlohmann::ordered_json exploration_json(const Scenario& scenario, const Exploration& found,
                                        const ExplorationWords& words, const Effort& effort);

}  // namespace rmasim::sim
