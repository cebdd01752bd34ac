// The knobs of the shared-memory notes.
#pragma once

#include <cstdint>

namespace rmasim::shm {

enum class FenceKind : std::uint8_t {
    barrier,  // everybody has come: whatever might have changed has changed
    counts,   // everybody tells everybody what it did to whom: nothing is flushed or dropped in vain
};

struct Config {
    FenceKind fence = FenceKind::barrier;
    // The least size of a region with a mutex of its own; at least that of the largest element. 0: one mutex guards a
    // process's whole part of a window.
    std::uint64_t region_bytes = 0;
};

inline constexpr std::uint64_t least_region_bytes = 8;

}  // namespace rmasim::shm
