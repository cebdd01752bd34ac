// A scenario file with the command line's changes applied.
#pragma once

#include "sim/scenario/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

Scenario load_scenario(const std::string& file, const std::vector<std::string>& settings = {});

}  // namespace rmasim::sim
