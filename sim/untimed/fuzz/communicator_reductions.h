// Generates candidates for the shrinker: programs without some calls on communicators (random_communicators.h,
// random_collectives.h).
#pragma once

#include "sim/untimed/fuzz/program_reductions.h"

#include <vector>

namespace rmasim::fuzz {

// Adds cuts of barriers and collective calls. (A cut is a set of steps that the shrinker may remove.) For each split
// and each n, one cut has the n-th such call of every rank on that split's communicators. Usually these calls are all
// at one position in the program.
void add_barriers_of_some(const RandomProgram& program, std::vector<Cut>& cuts);

}  // namespace rmasim::fuzz
