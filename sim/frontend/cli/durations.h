// Durations and intervals in options and messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace rmasim::sim {

// The value of --time in seconds. It is written "90", "90s", "10m" or "2h", as for timeout(1). Raises BadInput.
std::int64_t time_limit_s(const std::string& text);
// The value of --trace-time in nanoseconds. It is written "10us-20us", "10us-" or "-2ms". The second number is nullopt
// if the interval has no end. Raises BadInput.
std::pair<std::int64_t, std::optional<std::int64_t>> interval_ns(const std::string& text);
// The text of an approximate duration: "40 s", "12 min", "3 days", "more than 1,000 years".
std::string about(double seconds);

}  // namespace rmasim::sim
