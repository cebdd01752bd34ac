// The same program with something made plainer: a setting as it is by default, one element instead of many.
#pragma once

#include "sim/fuzz/random_program.h"

namespace rmasim::fuzz {

// Each with one thing plainer, the most telling first. Empty when there is nothing left.
std::vector<RandomProgram> simpler_settings(const RandomProgram& program);
std::vector<RandomProgram> simpler_calls(const RandomProgram& program);

}  // namespace rmasim::fuzz
