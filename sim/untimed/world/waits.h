// Explains why a world without enabled moves has not finished.
#pragma once

#include "sim/untimed/world/explored_world.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// True if ranks poll without change, and the waits of others have no cycle without them.
bool is_livelock(const ExploredWorld& world);

// Returns lines of text. The first line is the cause. Each other line has a waiting call and the event that it waits
// for, or the calls that a rank repeats.
std::vector<std::string> waits_of(const ExploredWorld& world);

}  // namespace rmasim::sim
