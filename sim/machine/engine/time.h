// Virtual time in integer picoseconds. 2^63 picoseconds are 106 days.
#pragma once

#include <cstdint>

namespace rmasim::sim {

using Time = std::int64_t;  // picoseconds since the start of the run
inline constexpr Time picoseconds_per_nanosecond = 1000;

constexpr Time from_ns(std::int64_t ns) { return ns * picoseconds_per_nanosecond; }
constexpr std::int64_t to_ns(Time time) { return (time + picoseconds_per_nanosecond / 2) / picoseconds_per_nanosecond; }

}  // namespace rmasim::sim
