// Generates candidates for the shrinker: copies of a program without some calls on communicators
// (random_communicators.h, random_collectives.h).
#pragma once

#include "sim/untimed/fuzz/program/program_reductions.h"

#include <vector>

namespace rmasim::fuzz {

// Adds cuts of calls on communicators other than that of all ranks. (A cut is a set of steps that the shrinker may
// remove.) The calls are BARRIER and other collective calls. For each split of the ranks into communicators and each
// number n, a cut contains the n-th of these calls of every rank. Usually these calls are at the same position in the
// program.
void add_barriers_of_some(const RandomProgram& program, std::vector<Cut>& cuts);

}  // namespace rmasim::fuzz
