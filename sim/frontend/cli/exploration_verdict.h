// The verdict of an exploration: its figures in two sentences, which are the first line of the report.
#pragma once

#include "sim/untimed/explore/exploration.h"

#include <string>

namespace rmasim::sim {

// The first sentence has the number of executions that fail, by kind of failure. The second one has the number of end
// states and of packets.
std::string verdict_of(const Exploration& found);

}  // namespace rmasim::sim
