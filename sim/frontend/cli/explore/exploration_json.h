// The output of `explore --format json`: one JSON object.
#pragma once

#include "sim/frontend/cli/explore/exploration_text.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

// The times of an exploration. They are the only figures of an exploration that are not deterministic.
struct Effort {
    double wall_s;
    double explore_cpu_s;  // CPU time of the search, without reading the input and writing the results
};

// The results of an exploration as JSON.
nlohmann::ordered_json exploration_json(const Scenario& scenario, const Exploration& found,
                                        const ExplorationWords& words, const Effort& effort);

}  // namespace rmasim::sim
