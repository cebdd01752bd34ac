// Finds the differences between the end states of an exploration: elements of windows and buffers, variables, and
// positions of waiting threads. To find them, one execution of each end state is repeated.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/untimed/world/element_value.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rmasim::sim {

using EndValue = ElementValue;

struct EndValues {
    // Names of the values that differ between end states. Examples: "rank 0, w, int64 at byte 8", "rank 1, variable x",
    // "rank 1 stands at" (the position of a waiting thread). The names are sorted by rank. For each rank, its threads
    // are first, then its windows and buffers.
    //
    // Adjacent elements have one common name if they are equal to each other in each end state: "rank 0, w, bytes
    // 0-63", "rank 0, w, int64 at bytes 0-63". The value of this name is the value of each of the elements.
    std::vector<std::string> names;
    bool more = false;  // further differences exist, but are omitted
    // The values of each end state, in the order of `names`. The key is the digest of the end state.
    std::map<std::uint64_t, std::vector<EndValue>> of;
};
inline constexpr std::size_t max_end_values = 32;

// Finds the differences. `schedules` has one execution for each end state, as a list of steps (schedule.h). The key is
// the digest of the end state.
EndValues end_values(const Scenario& scenario, const std::map<std::uint64_t, std::vector<std::string>>& schedules);

}  // namespace rmasim::sim
