// Generates candidates for the shrinker: programs with fewer or simpler attachments of dynamic windows
// (random_dynamic.h).
#pragma once

#include "sim/untimed/fuzz/program_reductions.h"

#include <vector>

namespace rmasim::fuzz {

// Adds cuts (sets of steps that the shrinker may remove): each ATTACH, each DETACH, each ATTACH with its DETACH, and
// each DETACH with the next ATTACH of the same bytes.
void add_attachments(const RandomProgram& program, std::vector<Cut>& cuts);
// Adds variants of the program. In each variant, windows are not dynamic, or they are attached once and never detached,
// or their blocks begin where their buffers begin.
void add_simpler_attachments(const RandomProgram& program, std::vector<RandomProgram>& simpler);
// Returns the bytes of an ATTACH or DETACH that remain when the block of `rank` is removed; possibly none.
Region without_block(const Region& attached, Rank rank);

}  // namespace rmasim::fuzz
