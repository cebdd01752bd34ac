// In what the end states of an exploration differ: elements of windows and buffers, variables, and where threads stand
// that wait. To find it, one execution of each end state is repeated.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace rmasim::sim {

using EndValue = std::variant<std::int64_t, std::uint64_t, double, std::string>;

struct EndValues {
    // What differs: "rank 0, w, int64 at byte 8", "rank 1, variable x", "rank 1 stands at". By rank; a rank's threads
    // come first, then its windows and buffers. Elements side by side that are alike in each end state are one:
    // "rank 0, w, bytes 0-63", "rank 0, w, int64 at bytes 0-63"; the value is that of each.
    std::vector<std::string> names;
    bool more = false;  // there are others, which are left out
    // Of each end state, by digest, as long as `names`.
    std::map<std::uint64_t, std::vector<EndValue>> of;
};
inline constexpr std::size_t max_end_values = 32;

// `schedules`: one of each end state, by digest.
EndValues end_values(const Scenario& scenario, const std::map<std::uint64_t, std::vector<std::string>>& schedules);

}  // namespace rmasim::sim
