// The figures of a result as JSON, in which one process hands them to another. Both must be the same program.
#pragma once

#include "sim/timed/outcome.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

// Without what checkers found, words about single ranks, and the digest.
nlohmann::json figures_json(const RunResult& result);
// Raises nlohmann::json::exception for anything else.
void read_figures(const nlohmann::json& json, RunResult& result);

}  // namespace rmasim::sim
