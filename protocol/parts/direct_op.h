// Operations on memory that a process reaches itself: its own part of a window, or that of a rank on its node where the
// window is in shared memory.
#pragma once

#include "protocol/base/world.h"

namespace rmasim {

// Done at once, without a packet. The region is in units of the target, which the process knows.
void apply_directly(const World& world, Rank rank, Operation operation);

}  // namespace rmasim
