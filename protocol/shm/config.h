// The settings of family shm, the shared-memory notes.
#pragma once

#include "protocol/parts/collectives/collective_algorithms.h"
#include "protocol/parts/messages/message_limit.h"

#include <cstdint>

namespace rmasim::shm {

enum class FenceKind : std::uint8_t {
    barrier,  // a barrier, after which any part may have changed
    counts,   // all-to-all exchange of operation counts: only changed parts are flushed and invalidated
};

// The number of times that an accumulate of non-contiguous data acquires each mutex (SHM-ACC-9).
enum class MutexPer : std::uint8_t {
    request,  // once; a mutex is kept until no later block needs it
    block,    // once for each contiguous block
};

struct Config {
    FenceKind fence = FenceKind::barrier;
    // The minimum size of a region with its own mutex, at least the size of the largest element. 0: one mutex guards a
    // process's whole part of a window.
    std::uint64_t region_bytes = 0;
    std::uint32_t message_eager_bytes = usual_message_limit;  // a longer message waits for its RECV
    std::uint32_t message_part_bytes = max_part_bytes;        // the data of twice this size are several packets
    CollectiveAlgorithms collectives;
    MutexPer mutex_per = MutexPer::request;
    // If true, a fence with NOSUCCEED defers the flush of this process's part to the next fence (SHM-FENCE-10).
    bool defer_flush = false;
};

inline constexpr std::uint64_t min_region_bytes = 8;

}  // namespace rmasim::shm
