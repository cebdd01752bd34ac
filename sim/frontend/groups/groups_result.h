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
    // The severity of a group's result. A report describes the first group with the highest severity.
    enum class Concern : std::uint8_t { none, something_lost, not_finished, violation };

    std::int64_t first = 0, count = 0;  // the numbers of the groups
    // The sums and maxima of the groups' results. It has no digest, and no texts about single groups, such as cause,
    // waiting calls and losses.
    RunResult sum;
    std::string digests;              // the digests of all groups, concatenated
    Concern concern = Concern::none;  // the highest severity of a group
    std::int64_t concerns = 0;        // the number of the first group with that severity
    bool interrupted = false;         // true if a signal ended the run of the last group
    // The first differences from the expectations: of loads, memory and counters.
    std::vector<Difference> moved;
};

// The GroupsResult of one group. `moved` has the group's differences from the expectations.
GroupsResult result_of_group(std::int64_t group, RunResult result, std::vector<Difference> moved);

// Appends `next` to `result`. The first group of `next` must follow the last group of `result`. The operation is
// associative, so the combined result does not depend on the division into shards.
void append(GroupsResult& result, GroupsResult next);

}  // namespace rmasim::sim
