// The JSON type of scenarios. It keeps the order of the file, in which windows are created and `let` assigns.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

using Json = nlohmann::ordered_json;

}  // namespace rmasim::sim
