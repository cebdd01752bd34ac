// Reductions of dynamic windows for the shrinker (random_dynamic.h).
#pragma once

#include "sim/untimed/fuzz/program_reductions.h"

#include <vector>

namespace rmasim::fuzz {

// Adds these cuts: each ATTACH and each DETACH; an ATTACH with its DETACH; a DETACH with the next ATTACH of the same
// bytes.
void add_attachments(const RandomProgram& program, std::vector<Cut>& cuts);
// Adds variants in which windows are not dynamic, are attached once and permanently, or have blocks that begin where
// their buffers begin.
void add_simpler_attachments(const RandomProgram& program, std::vector<RandomProgram>& simpler);
// Returns the remaining bytes, possibly none, of an ATTACH or DETACH when the block of `rank` is removed.
Region without_block(const Region& attached, Rank rank);

}  // namespace rmasim::fuzz
