// What the halo patterns have in common. For sim/input/patterns only.
#pragma once

#include "sim/input/patterns/pattern.h"

namespace rmasim::sim {

// The pattern with the call's settings. `extents` are the members that give the grid, outermost first; each dimension
// has two neighbours and a receive buffer for each in the window.
Json halo(const JsonValue& arguments, std::string_view pattern, const std::vector<std::string_view>& extents,
          const Surroundings& around);

}  // namespace rmasim::sim
