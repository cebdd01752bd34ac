// The knobs of the New RMA design, each with its default and meaning.
#pragma once

#include <cstdint>

namespace rmasim::newrma {

// A two-level pool (design, "Operation and Target Element Pools"): `local` elements for each window, `global` ones
// shared by all windows of a process. At least one element in all.
struct PoolSize {
    std::uint32_t local = 0;
    std::uint32_t global = 0;
};

struct Optimizations {
    bool single_op = true;  // LOCK and UNLOCK ride the only short operation between them
    bool piggyback = true;  // RMA_DONE or UNLOCK rides the last operation; few operations are held back for it
    bool lazy_free = true;  // a target element stays until its epoch closes or elements run short
};

struct Config {
    std::uint32_t slots = 8;  // of a window's operation table, at least 1
    PoolSize op_pool{32, 64};
    PoolSize target_pool{8, 16};
    std::uint32_t piggyback_threshold = 8;         // operations held back per target until the epoch closes, at most
    std::uint32_t single_op_threshold_bytes = 64;  // the largest "short" operation
    Optimizations optimizations;
};

}  // namespace rmasim::newrma
