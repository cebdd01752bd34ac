// Converts parts of an exploration, and their results, to and from JSON. The JSON text is sent to other machines or
// written to the journal of a search.
#pragma once

#include "sim/untimed/explore/part.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

nlohmann::ordered_json part_json(const Part& part);
nlohmann::ordered_json shard_json(const Shard& shard);
// `part_of` and `shard_of` raise nlohmann::json::exception if the JSON does not describe a part or a shard.
Part part_of(const nlohmann::ordered_json& json);
Shard shard_of(const nlohmann::ordered_json& json);

}  // namespace rmasim::sim
