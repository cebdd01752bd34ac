// The expansion of `generate` calls. A `generate` call stands for a common communication pattern. scenarios/README.md
// shows the expansion of each pattern.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// The call list of the `generate` call with these `arguments`. `communicators` is null if the scenario has none. Raises
// BadInput.
Json generate_calls(const JsonValue& arguments, Rank ranks, const std::vector<WindowSettings>& windows,
                    const CommunicatorTable* communicators);

}  // namespace rmasim::sim
