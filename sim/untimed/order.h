// An order of steps: what was chosen at each moment of a run.
#pragma once

#include "sim/untimed/move.h"

#include <vector>

namespace rmasim::sim {

// Which of several calls went on first.
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
