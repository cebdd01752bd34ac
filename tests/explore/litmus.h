// Litmus tests: programs with a few loads and stores per rank, and the sets of their possible outcomes.
#pragma once

#include "tests/explore/worlds.h"

#include <set>
#include <string>
#include <vector>

namespace rmasim::explore {

// Returns a scenario with one program per rank, such as "x=1 sync a=y". The variables x, y and z are words of shared
// memory with initial value 0. The variables a to h receive loaded values. `sync` is MEM_SYNC. `order` is "sc", "tso"
// or "weak". `settings` has further JSON members of platform.memory, beginning with a comma.
std::string litmus(const std::string& order, const std::vector<std::string>& programs,
                   const std::string& settings = "");

struct Outcomes {
    // Each outcome is a text. It has the loaded values, rank by rank. After a bar, it has the final x, y and z. Last
    // are wrong loads.
    std::set<std::string> all;
    std::uint64_t runs = 0;
    std::uint64_t redundant = 0;
    bool exhausted = false;
};
// Executes all orders of the scenario, at most `limit` runs.
Outcomes outcomes_of(const sim::Scenario& scenario, sim::Reduction reduction = sim::Reduction::dynamic,
                     std::uint64_t limit = 1'000'000);

// `loaded` returns only the loaded values of the outcomes. `stored` returns only the final memory.
std::set<std::string> loaded(const Outcomes& outcomes);
std::set<std::string> stored(const Outcomes& outcomes);

}  // namespace rmasim::explore
