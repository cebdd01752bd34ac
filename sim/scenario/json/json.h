// The JSON type of scenarios. Its objects keep the order of the file, because the order is significant: windows are
// created in this order, and `let` assigns in this order.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace rmasim::sim {

using Json = nlohmann::ordered_json;

}  // namespace rmasim::sim
