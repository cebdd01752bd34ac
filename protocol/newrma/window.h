// One window of one process: its access epoch, its operation table and local pools, and the lock others take on it.
#pragma once

#include "protocol/base/barrier.h"
#include "protocol/newrma/config.h"
#include "protocol/newrma/element_pool.h"
#include "protocol/newrma/epoch_state.h"
#include "protocol/newrma/op_table.h"
#include "protocol/newrma/target_lock.h"

#include <optional>

namespace rmasim::newrma {

struct Window {
    Window(WindowId id, Rank rank, Rank ranks, const Config& config)
        : id(id), table(config.slots), local_ops(config.op_pool.local), local_targets(config.target_pool.local),
          barrier(rank, ranks) {}

    WindowId id;
    WindowState state = WindowState::unset;
    OpTable table;
    PoolLevelCounter local_ops;
    PoolLevelCounter local_targets;

    // FENCE
    Barrier barrier;
    std::optional<Barrier::Instance> fence_req;  // the IBARRIER of the last fence, until a later fence cleans it up
    bool fence_has_operations = false;           // posted since the last fence; elements may be gone already
    std::uint32_t ack_count = 0;                 // RMA_DONE_ACKs to come, from all targets together

    // LOCK
    std::uint32_t locks_held = 0;     // LOCK calls without their UNLOCK, the own window's apart
    std::uint32_t lost_elements = 0;  // locked targets whose element was freed before UNLOCK
    enum class OwnLock : std::uint8_t { none, waiting, held, nocheck } own_lock = OwnLock::none;
    TargetLock lock;  // the target side

    Rank restore_after = no_rank;  // where RESTORE looked last: the next search begins behind it

    bool fence_complete() const { return !fence_req || barrier.completed(*fence_req); }
    std::size_t bytes() const { return sizeof(Window) + table.bytes() + lock.bytes(); }
};

}  // namespace rmasim::newrma
