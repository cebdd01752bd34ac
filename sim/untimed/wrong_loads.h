// What loads gave that they should not have: other values than the program expects, and old ones for which a MEM_SYNC
// is to blame that was left out.
#pragma once

#include "sim/untimed/untimed_world.h"

#include <string>
#include <vector>

namespace rmasim::sim {

bool loads_are_right(const UntimedWorld& world);
// A line each: "rank 1 at programs[1].calls[2].load: expected 5, got 0", "rank 1 read a stale value of w[0] of rank 0:
// MEM_SYNC fence.before of rank 0 was omitted". Alike ones once.
std::vector<std::string> wrong_loads(const UntimedWorld& world);

}  // namespace rmasim::sim
