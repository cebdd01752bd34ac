// Variants of a program with one simplification: a setting at its default, one element instead of many.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

namespace rmasim::fuzz {

// Both return one variant for each simplification, the most useful first. Empty if nothing can be simplified.
std::vector<RandomProgram> simpler_settings(const RandomProgram& program);
std::vector<RandomProgram> simpler_calls(const RandomProgram& program);

}  // namespace rmasim::fuzz
