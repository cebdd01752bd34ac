// Times in text output. All times of a column have the same unit, so that they are easy to compare.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace rmasim::sim {

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

}  // namespace rmasim::sim
