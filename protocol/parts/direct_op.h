// Operations on memory that the process accesses directly: its own window segment, or the segment of another rank on
// its node if the window is in shared memory.
#pragma once

#include "protocol/base/world.h"

namespace rmasim {

// Applies the operation of `rank` at once, without a packet. The displacement is in the target's disp_unit, which this
// function reads with Memory::shape.
void apply_directly(const World& world, Rank rank, Operation operation);

}  // namespace rmasim
