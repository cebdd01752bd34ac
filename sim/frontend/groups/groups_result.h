// The combined result of consecutive groups.
#pragma once

#include "sim/timed/as_expected.h"
#include "sim/timed/outcome.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

// The combined result of groups `first` to `first + count - 1`.
struct GroupsResult {
    // The severity of a group's result. A report describes one group of the highest severity.
    enum class Concern : std::uint8_t { none, something_lost, not_finished, violation };

    std::int64_t first = 0, count = 0;  // groups
    // Sums and maxima. It has no digest, and no texts about a single group: cause, waiting calls, losses.
    RunResult sum;
    std::string digests;              // the digests of all groups, concatenated
    Concern concern = Concern::none;  // the highest severity
    std::int64_t concerns = 0;        // the first group of that severity
    // The first differences of loads, memory and counters from the expectations.
    std::vector<Difference> moved;
};

// The GroupsResult of one group. `moved`: its differences from the expectations.
GroupsResult result_of_group(std::int64_t group, RunResult result, std::vector<Difference> moved);

// Appends `next` to `result`. The first group of `next` must follow the last group of `result`. The operation is
// associative: the combined result does not depend on the division into pieces.
void append(GroupsResult& result, GroupsResult next);

}  // namespace rmasim::sim
