// An order of steps: the choices that determine a run of the untimed world.
#pragma once

#include "sim/untimed/world/move.h"

#include <vector>

namespace rmasim::sim {

// A choice inside a step (choices.h).
struct Pick {
    std::uint16_t taken = 0;
    std::uint16_t alternatives = 1;
};

struct OrderStep {
    Move move;
    std::vector<Pick> picks;
};
using Order = std::vector<OrderStep>;

}  // namespace rmasim::sim
