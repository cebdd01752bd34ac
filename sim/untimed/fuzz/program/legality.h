// Checks that a random program is legal in MPI and has a result that the sequential model can predict. The generator
// creates only legal programs, but removing steps may make a program illegal:
//
//     lock 1, put 1, flush 1, get 1, unlock 1    legal; without "flush 1" the get conflicts with the put
//     lock 1, put 1, unlock 1                    legal; without "unlock 1" an epoch is open at the end
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <string>

namespace rmasim::fuzz {

// Returns the first broken rule, such as "rank 1: put outside an epoch"; empty for a legal program.
std::string illegality(const RandomProgram& program);

}  // namespace rmasim::fuzz
