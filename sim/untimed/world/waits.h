// Explains why a world without enabled moves has not finished.
#pragma once

#include "sim/untimed/world/untimed_world.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// Returns lines of text: first the cause, then one line for each waiting call with the event that the call waits for.
std::vector<std::string> waits_of(const UntimedWorld& world);

}  // namespace rmasim::sim
