// Explains why a world without enabled moves has not finished.
#pragma once

#include "sim/untimed/world/untimed_world.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// Returns the cause, then the awaited event of each waiting call, one per line.
std::vector<std::string> waits_of(const UntimedWorld& world);

}  // namespace rmasim::sim
