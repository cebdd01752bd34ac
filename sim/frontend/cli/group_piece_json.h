// The result of some groups as JSON, in which one process hands it to another. Both must be the same program.
#pragma once

#include "sim/frontend/groups/groups_result.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

nlohmann::json piece_json(const GroupsResult& piece);
// Raises nlohmann::json::exception for anything else.
GroupsResult piece_of_groups(const nlohmann::json& json);

}  // namespace rmasim::sim
