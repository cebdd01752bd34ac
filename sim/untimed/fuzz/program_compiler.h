// Compiles a random program directly into the programs of a scenario. The result is that of the scenario writer's JSON,
// once read (tests/property/program_compiler_test.cpp), in a small part of the time: there are no texts to write, to
// parse and to check.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

namespace rmasim::fuzz {

// `scenario` has the program's windows and no programs.
void compile_programs(const RandomProgram& program, sim::Scenario& scenario);

}  // namespace rmasim::fuzz
