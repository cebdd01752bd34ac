// The JSON of scenarios. Ordered, so that windows are created and `let` assigns in the order of the file.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

using Json = nlohmann::ordered_json;

}  // namespace rmasim::sim
