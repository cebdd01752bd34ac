// Times, durations and intervals in options and in text output.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace rmasim::sim {

// ---- Times in text output. All times of a column have the same unit, so that they are easy to compare.

// The text of a duration: "9,484 ns", "26.0 us", "63.7 ms".
std::string duration(std::int64_t ns);

// The format of the times in a column. The longest time determines the unit. The shortest time determines the number of
// decimals, which is at most three.
class TimeColumn {
public:
    explicit TimeColumn(std::span<const std::int64_t> all_ns);
    // The text of a time in the column: "0.2 ms", "0 ms", or "<0.001 ms" for a time that would be rounded to zero.
    std::string operator()(std::int64_t ns) const;

private:
    const char* unit_ = "ns";
    std::int64_t length_ns_ = 1;
    int decimals_ = 0;
};

// ---- Durations and intervals in options and messages.

// The value of --time in seconds. It is written "90", "90s", "10m" or "2h", as for timeout(1). Raises BadInput.
std::int64_t time_limit_s(const std::string& text);
// The value of --trace-time in nanoseconds. It is written "10us-20us", "10us-" or "-2ms". The second number is nullopt
// if the interval has no end. Raises BadInput.
std::pair<std::int64_t, std::optional<std::int64_t>> interval_ns(const std::string& text);
// The text of an approximate duration: "40 s", "12 min", "3 days", "more than 1,000 years".
std::string about(double seconds);

}  // namespace rmasim::sim
