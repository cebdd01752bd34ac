// The clock of the programs: what clock_gettime, gettimeofday, time, sleep and their relatives use instead of real
// time.
#pragma once

#include <cstdint>

namespace rmasim::hosting {

// A program's call of a function of the C library: the function, its return address and its frame.
struct LibraryCall {
    const char* function;
    const void* returns_to;
    const void* frame;
};

class HostClock {
public:
    virtual ~HostClock() = default;
    // Returns the time of the calling rank since the start, in nanoseconds.
    virtual std::int64_t now_ns(int rank, const LibraryCall& call) = 0;
    // Returns after the duration. May switch to other ranks.
    virtual void sleep_ns(int rank, std::int64_t duration_ns, const LibraryCall& call) = 0;
    // Lets other ranks run, because the rank yields the processor.
    virtual void give_way(int rank, const LibraryCall& call) = 0;
};

}  // namespace rmasim::hosting
