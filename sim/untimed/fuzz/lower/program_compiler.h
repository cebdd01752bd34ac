// Compiles a random program directly into the programs of a scenario. This is much faster than writing, parsing and
// checking JSON. For a scenario file, the compiled calls are written as JSON (sim/scenario/program/write_call.h). The
// scenario reader compiles this JSON to the same programs (tests/property/program_compiler_test.cpp).
#pragma once

#include "sim/scenario/json/json.h"
#include "sim/untimed/fuzz/program/random_program.h"

namespace rmasim::fuzz {

// Adds the programs to `scenario`, which must already have the windows of `program`, but no programs.
void compile_programs(const RandomProgram& program, sim::Scenario& scenario);

// Returns the same programs as JSON, for the member `programs` of a scenario.
sim::Json written_programs(const RandomProgram& program);

}  // namespace rmasim::fuzz
