// Times in text output. All times of a column have the same unit, which makes them easy to compare.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace rmasim::sim {

// A duration: "9,484 ns", "26.0 us", "63.7 ms".
std::string duration(std::int64_t ns);

// The format of the times in a column. The longest time determines the unit, and the shortest one the number of
// decimals, at most three.
class TimeColumn {
public:
    explicit TimeColumn(std::span<const std::int64_t> all_ns);
    // A time of the column: "0.2 ms"; "<0.001 ms" if it would be rounded to zero; "0 ms".
    std::string operator()(std::int64_t ns) const;

private:
    const char* unit_ = "ns";
    std::int64_t length_ns_ = 1;
    int decimals_ = 0;
};

}  // namespace rmasim::sim
