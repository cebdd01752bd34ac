// The output of `run --format json`: one JSON object. The names and the order of its keys are part of the interface.
#pragma once

#include "sim/timed/as_expected.h"
#include "sim/timed/outcome.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <vector>

namespace rmasim::sim {

// The result of a run as JSON. `moved` has the differences from the expectations. `wall_s` is the real time of the run
// in seconds. The JSON has no real time if `wall_s` is nullopt.
nlohmann::ordered_json result_json(const Scenario& scenario, const RunResult& result,
                                   const std::vector<Difference>& moved, std::optional<double> wall_s);

}  // namespace rmasim::sim
