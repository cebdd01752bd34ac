// Converts parts of an exploration and their pieces to and from JSON, for other machines and for journals.
#pragma once

#include "sim/untimed/explore/part.h"

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

nlohmann::ordered_json part_json(const Part& part);
nlohmann::ordered_json piece_json(const Piece& piece);
// Both raise nlohmann::json::exception if the JSON has another form.
Part part_of(const nlohmann::ordered_json& json);
Piece piece_of(const nlohmann::ordered_json& json);

}  // namespace rmasim::sim
