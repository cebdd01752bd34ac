// The settings of the New RMA design, with defaults and meaning.
#pragma once

#include "protocol/parts/lock_order.h"
#include "protocol/parts/sizes.h"

#include <cstdint>

namespace rmasim::newrma {

struct Optimizations {
    bool single_op = true;        // a single short operation between LOCK and UNLOCK carries both
    bool piggyback = true;        // the last operation carries RMA_DONE or UNLOCK; a few operations are deferred for it
    bool lazy_free = true;        // a target element stays until its epoch closes or elements run short
    bool complete_rides = false;  // PSCW: COMPLETE goes with RMA_DONE instead of following its acknowledgement
};

// How a call gets an element when both pool levels are exhausted.
enum class Cleanup : std::uint8_t {
    restore,  // the design's RESTORE_OP_ELEM_RESOURCES and RESTORE_TARGET_ELEM_RESOURCES
    flush,    // a later revision of the design: FLUSH_LOCAL or FLUSH one target, and progress until there is an element
};

struct Config {
    std::uint32_t slots = 8;  // size of a window's operation table, at least 1
    PoolSize op_pool{32, 64};
    PoolSize target_pool{8, 16};
    std::uint32_t piggyback_threshold = 8;         // most operations deferred per target until the epoch closes
    std::uint32_t single_op_threshold_bytes = 64;  // size of the largest "short" operation
    Optimizations optimizations;
    Cleanup cleanup = Cleanup::restore;
    LockBuffer lock_buffer;               // per window
    std::uint32_t lock_all_requests = 8;  // most requests in flight to targets without element in the fall-back; >= 1
    std::uint32_t pscw_tree = 0;          // fan-out of the tree for POST and COMPLETE, at least 2; 0: no tree
    bool accumulate_ordering = true;      // false: the window promises MPI's accumulate_ordering "none"
    LockOrder lock_order = LockOrder::fifo;
};

}  // namespace rmasim::newrma
