// A finding as a scenario that `rmasim run` plays: the program, what it should leave in memory, and the order.
#pragma once

#include "sim/fuzz/trial.h"
#include "sim/input/json/json.h"

#include <string>

namespace rmasim::fuzz {

sim::Json case_of(const RandomProgram& program, const Finding& finding, const std::string& name);

}  // namespace rmasim::fuzz
