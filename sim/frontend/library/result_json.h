// The output of `run --format json`: one JSON object. Names and order of its keys are part of the interface.
#pragma once

#include "sim/timed/as_expected.h"
#include "sim/timed/outcome.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <vector>

namespace rmasim::sim {

// `wall_s`: how long the run took, in seconds of real time; none: not said.
nlohmann::ordered_json result_json(const Scenario& scenario, const RunResult& result,
                                   const std::vector<Difference>& moved, std::optional<double> wall_s);

}  // namespace rmasim::sim
