// Compiles a random program directly into the programs of a scenario. The result is the same as that of parsing the
// JSON of the scenario writer (tests/property/program_compiler_test.cpp). The compiler is much faster because it
// writes, parses and checks no text.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

namespace rmasim::fuzz {

// `scenario` must have the windows of `program` and no programs.
void compile_programs(const RandomProgram& program, sim::Scenario& scenario);

}  // namespace rmasim::fuzz
