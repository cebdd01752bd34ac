// Reductions of communicators for the shrinker (random_communicators.h, random_collectives.h).
#pragma once

#include "sim/untimed/fuzz/program_reductions.h"

#include <vector>

namespace rmasim::fuzz {

// Adds one cut for each n: the n-th barriers or collective calls of all communicators of a name. Usually these are all
// calls at one position in the program.
void add_barriers_of_some(const RandomProgram& program, std::vector<Cut>& cuts);

}  // namespace rmasim::fuzz
