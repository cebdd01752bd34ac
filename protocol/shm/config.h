// The settings of the shared-memory notes.
#pragma once

#include <cstdint>

namespace rmasim::shm {

enum class FenceKind : std::uint8_t {
    barrier,  // a barrier: afterwards any part may have changed
    counts,   // all-to-all exchange of operation counts: nothing is flushed or dropped without need
};

struct Config {
    FenceKind fence = FenceKind::barrier;
    // The least size of a region with its own mutex; at least the size of the largest element. 0: one mutex guards a
    // process's whole part of a window.
    std::uint64_t region_bytes = 0;
};

inline constexpr std::uint64_t least_region_bytes = 8;

}  // namespace rmasim::shm
