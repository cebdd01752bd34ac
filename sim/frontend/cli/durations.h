// Durations on the command line, and in what it says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace rmasim::sim {

// --time: "90", "90s", "10m", "2h", as timeout(1) has it. Raises BadInput.
std::int64_t time_limit_s(const std::string& text);
// --trace-time: "10us-20us", "10us-", "-2ms", as nanoseconds; the end may be missing. Raises BadInput.
std::pair<std::int64_t, std::optional<std::int64_t>> interval_ns(const std::string& text);
// "40 s", "12 min", "3 days", "more than 1,000 years"
std::string about(double seconds);

}  // namespace rmasim::sim
