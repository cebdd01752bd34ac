// What the shrinker may make of dynamic windows (random_dynamic.h).
#pragma once

#include "sim/untimed/fuzz/program_reductions.h"

#include <vector>

namespace rmasim::fuzz {

// Each ATTACH and each DETACH; an ATTACH with its DETACH; a DETACH with the next ATTACH of the same bytes.
void add_attachments(const RandomProgram& program, std::vector<Cut>& cuts);
// Windows that are not dynamic; that are attached at once and for good; whose blocks begin where their buffers begin.
void add_simpler_attachments(const RandomProgram& program, std::vector<RandomProgram>& simpler);
// What is left of the bytes of an ATTACH or DETACH, perhaps none, when the block of `rank` is removed.
Region without_block(const Region& attached, Rank rank);

}  // namespace rmasim::fuzz
