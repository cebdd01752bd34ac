// What the runs of consecutive groups came to, put together.
#pragma once

#include "sim/timed/as_expected.h"
#include "sim/timed/outcome.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

struct GroupsResult {
    // How much a group's end matters to who reads of one group only.
    enum class Concern : std::uint8_t { none, something_lost, not_finished, violation };

    std::int64_t first = 0, count = 0;  // groups
    // Sums and maxima; without a digest, and without the words about a single group: its cause, waiting calls, losses.
    RunResult sum;
    std::string digests;  // of each group, one behind the other
    Concern concern = Concern::none;
    std::int64_t concerns = 0;  // the first group of that concern
    // Loads, memory and counters that are not as expected; the first of them.
    std::vector<Difference> moved;
};

// `result`: of this group. `moved`: what is not as expected in it.
GroupsResult result_of_group(std::int64_t group, RunResult result, std::vector<Difference> moved);

// Puts `next` behind `result`: its first group follows the last one of `result`. In whichever pieces they were put
// together, the same groups give the same.
void append(GroupsResult& result, GroupsResult next);

}  // namespace rmasim::sim
