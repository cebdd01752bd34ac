// Generates candidates for the shrinker: copies of a program with fewer or simpler calls of ATTACH and DETACH
// (random_dynamic.h).
#pragma once

#include "sim/untimed/fuzz/program/program_reductions.h"

#include <vector>

namespace rmasim::fuzz {

// Adds cuts (sets of steps that the shrinker may remove): each ATTACH, each DETACH, each ATTACH with its DETACH, and
// each DETACH with the next ATTACH of the same bytes.
void add_attachments(const RandomProgram& program, std::vector<Cut>& cuts);
// Adds variants of the program. There are three kinds of variants. In the first, windows are not dynamic. In the
// second, memory is attached once and never detached. In the third, the blocks of a window begin at the beginning of
// their buffer.
void add_simpler_attachments(const RandomProgram& program, std::vector<RandomProgram>& simpler);
// Returns the bytes of an ATTACH or DETACH that remain when the block of `rank` is removed. The result may be empty.
Region without_block(const Region& attached, Rank rank);

}  // namespace rmasim::fuzz
