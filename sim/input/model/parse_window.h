// Windows by the names that scenarios give them.
#pragma once

#include "sim/input/json/json_reader.h"
#include "sim/input/model/scenario.h"

#include <vector>

namespace rmasim::sim {

// The window a member `win` names; without it the only window there is.
WindowId parse_window(const JsonObject& object, const std::vector<WindowSettings>& windows);

}  // namespace rmasim::sim
