// Writes a finding as a scenario for `rmasim run`: the program, the expected memory, and the order of steps.
#pragma once

#include "sim/scenario/json/json.h"
#include "sim/untimed/fuzz/run/program_runner.h"

#include <string>

namespace rmasim::fuzz {

sim::Json case_of(const RandomProgram& program, const Finding& finding, const std::string& name);

}  // namespace rmasim::fuzz
