// Parts of an exploration, and the pieces made of them, as JSON: on the way to other machines, and in journals.
#pragma once

#include "sim/untimed/explore/part.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

nlohmann::ordered_json part_json(const Part& part);
nlohmann::ordered_json piece_json(const Piece& piece);
// Raise nlohmann::json::exception if it is none.
Part part_of(const nlohmann::ordered_json& json);
Piece piece_of(const nlohmann::ordered_json& json);

}  // namespace rmasim::sim
