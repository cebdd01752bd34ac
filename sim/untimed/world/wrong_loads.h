// Reports wrong loads. A load is wrong if the program does not expect its value. A load is also wrong if its value is
// stale because a MEM_SYNC was omitted.
#pragma once

#include "sim/untimed/world/explored_world.h"

#include <string>
#include <vector>

namespace rmasim::sim {

bool loads_are_right(const ExploredWorld& world);
// Returns one line per wrong load, without duplicates. Examples: "rank 1 at programs[1].calls[2].load: expected 5, got
// 0", "rank 1 read a stale value of w[0] of rank 0: MEM_SYNC fence.before of rank 0 was omitted".
std::vector<std::string> wrong_loads(const ExploredWorld& world);

}  // namespace rmasim::sim
