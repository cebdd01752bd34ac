// Compares the result of a run with the expectations of its scenario.
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

// Loads that did not return the expected value (`expect` of a load): the first of them.
std::vector<Difference> wrong_values(const RunResult& result);
// Other differences, in the order of the expectations; empty if all expectations hold.
std::vector<Difference> differences(const Scenario& scenario, const RunResult& result, const WindowMemory& memory);

}  // namespace rmasim::sim
