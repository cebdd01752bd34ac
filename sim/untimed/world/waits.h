// Explains why a world without possible moves has not finished.
#pragma once

#include "sim/untimed/world/untimed_world.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// The cause, then what each rank waits for, one per line.
std::vector<std::string> waits_of(const UntimedWorld& world);

}  // namespace rmasim::sim
