// Witnesses as JSON: in results, and between the programs of rmasim.
#pragma once

#include "sim/checkers/findings/witness.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace rmasim::sim {

nlohmann::ordered_json witnesses_json(const std::vector<semantics::Witness>& witnesses);
// The witnesses in the JSON of witnesses_json. Raises nlohmann::json::exception for other JSON.
std::vector<semantics::Witness> witnesses_of(const nlohmann::ordered_json& json);

}  // namespace rmasim::sim
