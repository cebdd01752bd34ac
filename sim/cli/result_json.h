// The result object of `run --format json`: one JSON object, its keys in the order of the contract.
#pragma once

#include "sim/run/expectations.h"
#include "sim/run/outcome.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace rmasim::sim {

nlohmann::ordered_json result_json(const Scenario& scenario, const RunResult& result,
                                   const std::vector<Difference>& moved, double wall_s);

}  // namespace rmasim::sim
