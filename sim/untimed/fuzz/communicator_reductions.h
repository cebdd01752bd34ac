// What the shrinker may leave out of communicators (random_communicators.h, random_collectives.h).
#pragma once

#include "sim/untimed/fuzz/program_reductions.h"

#include <vector>

namespace rmasim::fuzz {

// The n-th barrier or collective call of a communicator's name at each rank: all that one place in the program has,
// mostly.
void add_barriers_of_some(const RandomProgram& program, std::vector<Cut>& cuts);

}  // namespace rmasim::fuzz
