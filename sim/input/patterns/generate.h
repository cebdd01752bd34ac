// The usual communication patterns, written out as calls. scenarios/README.md shows each expansion.
#pragma once

#include "sim/input/json/json_reader.h"
#include "sim/input/model/scenario.h"

namespace rmasim::sim {

// The call list that `arguments`, those of a `generate` call, stand for. Raises BadInput.
Json generate_calls(const JsonValue& arguments, Rank ranks, const std::vector<WindowSettings>& windows);

}  // namespace rmasim::sim
