// The result of a shard of groups as JSON, for the transfer between processes. Both processes must run the same build.
#pragma once

#include "sim/frontend/groups/groups_result.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

nlohmann::json shard_json(const GroupsResult& shard);
// The result in the JSON of `shard_json`. Raises nlohmann::json::exception for other JSON.
GroupsResult shard_of_groups(const nlohmann::json& json);

}  // namespace rmasim::sim
