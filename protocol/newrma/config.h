// The settings of family newrma, with their defaults.
#pragma once

#include "protocol/parts/collectives/collective_algorithms.h"
#include "protocol/parts/lock_order.h"
#include "protocol/parts/messages/message_limit.h"
#include "protocol/parts/sizes.h"

#include <cstdint>

namespace rmasim::newrma {

// The optimisations of the design that can be disabled.
struct Optimizations {
    bool single_op = true;  // a single short operation between LOCK and UNLOCK carries both
    // The last operation carries RMA_DONE or UNLOCK. Therefore a few operations are deferred.
    bool piggyback = true;
    bool lazy_free = true;  // a target element stays until its epoch closes or elements are exhausted
    // In PSCW epochs, COMPLETE is piggybacked together with RMA_DONE. Otherwise COMPLETE is sent after the
    // acknowledgement of RMA_DONE.
    bool complete_rides = false;
    bool drop_empty = true;  // an operation without elements is complete at once and never queued
};

// The way in which a call gets an element when both pool levels are exhausted.
enum class Cleanup : std::uint8_t {
    restore,  // the design's RESTORE_OP_ELEM_RESOURCES and RESTORE_TARGET_ELEM_RESOURCES
    // A later revision of the design: FLUSH_LOCAL or FLUSH of one target, and progress until an element is free.
    flush,
};

// The value of a byte limit that means "no limit": no operation has more bytes.
inline constexpr std::uint32_t no_limit_bytes = INT32_MAX;

// The condition that RESTORE_OP_ELEM_RESOURCES waits for (DEVIATIONS.md, "Exhaustion").
enum class RestoreOp : std::uint8_t {
    until_free,   // any element is free
    until_empty,  // all operations of the chosen target are complete, as in the design
};

// The settings of family newrma.
struct Config {
    std::uint32_t slots = 8;  // size of a window's operation table, at least 1
    PoolSize op_pool{32, 64};
    PoolSize target_pool{8, 16};
    std::uint32_t piggyback_threshold = 8;         // maximum of deferred operations per target until the epoch closes
    std::uint32_t single_op_threshold_bytes = 64;  // size of the largest "short" operation
    Optimizations optimizations;
    Cleanup cleanup = Cleanup::restore;
    RestoreOp restore_op = RestoreOp::until_free;
    LockBuffer lock_buffer;  // per window
    // In the fall-back of LOCK_ALL: the maximum number of lock requests in flight to targets without an element. At
    // least 1.
    std::uint32_t lock_all_requests = 8;
    std::uint32_t pscw_tree = 0;      // fan-out of the tree for POST and COMPLETE, at least 2; 0: no tree
    bool accumulate_ordering = true;  // false: the window promises MPI's accumulate_ordering "none"
    // The data of an operation of at most this size are copied when it is issued, and the operation is then complete at
    // its origin. Larger data are sent from the user's memory. The operation is complete when the data have left it.
    std::uint32_t eager_limit_bytes = 16384;
    // The data of an operation of more bytes are announced first, and sent after the target's answer (a rendezvous).
    std::uint32_t rendezvous_threshold_bytes = no_limit_bytes;
    LockOrder lock_order = LockOrder::fifo;
    std::uint32_t message_eager_bytes = usual_message_limit;  // a longer message waits for its RECV
    std::uint32_t message_part_bytes = max_part_bytes;        // the data of twice this size are several packets
    CollectiveAlgorithms collectives;
    SizesOfWindows of_windows;  // sizes for single windows, instead of `slots` and the local pool sizes
};

}  // namespace rmasim::newrma
