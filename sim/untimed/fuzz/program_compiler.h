// Compiles a random program directly into the programs of a scenario. The result equals that of parsing the scenario
// writer's JSON (tests/property/program_compiler_test.cpp), in a fraction of the time, because no text is written,
// parsed and checked.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

namespace rmasim::fuzz {

// `scenario` must have the windows of `program` and no programs.
void compile_programs(const RandomProgram& program, sim::Scenario& scenario);

}  // namespace rmasim::fuzz
