// Operations on memory that the process accesses directly: its own window segment, or that of a rank on its node if the
// window is in shared memory.
#pragma once

#include "protocol/base/world.h"

namespace rmasim {

// Applies the operation at once, without a packet. The region is in units of the target; the process can read them with
// Memory::shape.
void apply_directly(const World& world, Rank rank, Operation operation);

}  // namespace rmasim
