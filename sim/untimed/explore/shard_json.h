// Converts parts of an exploration and their pieces to and from JSON, for other machines and for journals.
#pragma once

#include "sim/untimed/explore/part.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

nlohmann::ordered_json part_json(const Part& part);
nlohmann::ordered_json shard_json(const Shard& shard);
// Both raise nlohmann::json::exception if the JSON has another form.
Part part_of(const nlohmann::ordered_json& json);
Shard shard_of(const nlohmann::ordered_json& json);

}  // namespace rmasim::sim
