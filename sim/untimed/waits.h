// Why a world in which nothing moves is not at its end.
#pragma once

#include "sim/untimed/untimed_world.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// The cause, then who waits for what, a line each.
std::vector<std::string> waits_of(const UntimedWorld& world);

}  // namespace rmasim::sim
