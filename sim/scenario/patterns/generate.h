// The expansion of `generate` calls, which stand for common communication patterns. scenarios/README.md shows each
// expansion.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// The call list for the `arguments` of a `generate` call. `communicators`: null if the scenario has none. Raises
// BadInput.
Json generate_calls(const JsonValue& arguments, Rank ranks, const std::vector<WindowSettings>& windows,
                    const CommunicatorTable* communicators);

}  // namespace rmasim::sim
