// Litmus tests: a few loads and stores a rank, and what they can end with.
#pragma once

#include "tests/explore/worlds.h"

#include <set>
#include <string>
#include <vector>

namespace rmasim::explore {

// A program a rank, such as "x=1 sync a=y": x, y and z are words of shared memory, 0 at the beginning, a to h take what
// is loaded, `sync` is MEM_SYNC. `order`: "sc", "tso", "weak". `settings`: more of platform.memory, from a comma on.
std::string litmus(const std::string& order, const std::vector<std::string>& programs,
                   const std::string& settings = "");

struct Outcomes {
    // What was loaded, rank by rank, then, behind a bar, x, y and z at the end, then loads that were wrong.
    std::set<std::string> all;
    std::uint64_t runs = 0;
    std::uint64_t redundant = 0;
    bool exhausted = false;
};
// Gives up after `limit` runs.
Outcomes outcomes_of(const sim::Scenario& scenario, sim::Reduction reduction = sim::Reduction::dynamic,
                     std::uint64_t limit = 1'000'000);

// Of the outcomes only what was loaded, or only the end.
std::set<std::string> loaded(const Outcomes& outcomes);
std::set<std::string> stored(const Outcomes& outcomes);

}  // namespace rmasim::explore
