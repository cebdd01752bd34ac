// Small generated programs of two accesses each, as scenarios. A scenario has two ranks, a window w, and a buffer.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::memmodel_worlds {

struct World {
    std::string name;  // "fence, put, load, same bytes, separate"
    sim::Scenario scenario;
    // True if the program is correct, but its result depends on the order: two exclusive locks, or two
    // COMPARE_AND_SWAPs.
    bool may_depend_on_order = false;
};

std::vector<World> all_worlds();

}  // namespace rmasim::memmodel_worlds
