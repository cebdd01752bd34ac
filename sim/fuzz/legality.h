// Whether a random program is one that MPI allows and whose outcome the sequential model knows. The generator makes
// no other; what is cut out of one may be another.
#pragma once

#include "sim/fuzz/random_program.h"

#include <string>

namespace rmasim::fuzz {

// What is wrong: "rank 1: put to 2 outside an epoch". Empty for a legal program.
std::string illegality(const RandomProgram& program);

}  // namespace rmasim::fuzz
