// Holds a run against what its scenario expects.
#pragma once

#include "sim/input/model/scenario.h"
#include "sim/memory/window_memory.h"
#include "sim/run/outcome.h"

#include <string>
#include <vector>

namespace rmasim::sim {

struct Difference {
    std::string what;  // "messages.by_kind.PUT+LOCK.X+UNLOCK"
    std::string expected;
    std::string got;
};

// What loads gave that should have given something else (`expect` of a load): the first of them.
std::vector<Difference> wrong_values(const RunResult& result);
// What else differs, in the order of the expectations; empty when the run is as wished.
std::vector<Difference> differences(const Scenario& scenario, const RunResult& result, const WindowMemory& memory);

}  // namespace rmasim::sim
