// Compiles a random program directly into the programs of a scenario, without writing JSON. The result is the same as
// if the scenario writer wrote the program as JSON and the scenario reader parsed this text
// (tests/property/program_compiler_test.cpp). The compiler is much faster because it writes, parses and checks no text.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

namespace rmasim::fuzz {

// Adds the programs to `scenario`, which must already have the windows of `program`, but no programs.
void compile_programs(const RandomProgram& program, sim::Scenario& scenario);

}  // namespace rmasim::fuzz
