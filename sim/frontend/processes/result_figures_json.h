// The figures of a result as JSON, for the transfer between processes. Both processes must run the same build.
#pragma once

#include "sim/timed/outcome.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

// The figures of a result. The JSON does not have the checkers' findings, texts about single ranks, and the digest.
nlohmann::json figures_json(const RunResult& result);
// Reads the JSON of `figures_json` into `result`. Raises nlohmann::json::exception for other JSON.
void read_figures(const nlohmann::json& json, RunResult& result);

}  // namespace rmasim::sim
