// Times for people: in one unit for all that are compared, so that a column of them is read at a glance.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace rmasim::sim {

// "9,484 ns", "26.0 us", "63.7 ms": five digits at most before the unit changes.
std::string duration(std::int64_t ns);

// How the times of a column are written: the unit of the longest, and as many decimals, up to three, as the shortest
// needs.
class TimeColumn {
public:
    explicit TimeColumn(std::span<const std::int64_t> all_ns);
    // "0.2 ms"; "<0.001 ms" if nothing of it would be seen; "0 ms".
    std::string operator()(std::int64_t ns) const;

private:
    const char* unit_ = "ns";
    std::int64_t length_ns_ = 1;
    int decimals_ = 0;
};

}  // namespace rmasim::sim
