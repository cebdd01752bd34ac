// The clock of the programs: what clock_gettime, gettimeofday, time, sleep and their relatives use instead of real
// time.
#pragma once

#include <cstdint>

namespace rmasim::hosting {

class HostClock {
public:
    virtual ~HostClock() = default;
    // Returns the time of the calling rank since the start, in nanoseconds.
    virtual std::int64_t now_ns(int rank) = 0;
    // Returns after the duration. May switch to other ranks.
    virtual void sleep_ns(int rank, std::int64_t duration_ns) = 0;
};

}  // namespace rmasim::hosting
