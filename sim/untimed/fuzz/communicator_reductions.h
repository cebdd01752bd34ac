// Generates candidates for the shrinker: programs without some calls on communicators (random_communicators.h,
// random_collectives.h).
#pragma once

#include "sim/untimed/fuzz/program_reductions.h"

#include <vector>

namespace rmasim::fuzz {

// Adds cuts of barriers and collective calls. (A cut is a set of steps that the shrinker may remove.) For each split of
// the ranks and each n, one cut has the n-th of these calls of every rank. Only calls on communicators of that split
// count. Usually the calls of a cut are at the same position in the program.
void add_barriers_of_some(const RandomProgram& program, std::vector<Cut>& cuts);

}  // namespace rmasim::fuzz
