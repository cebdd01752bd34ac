// One window of one process: its access and exposure epochs, its operation table and local pools, and its lock as a
// target.
#pragma once

#include "protocol/newrma/active_calls.h"
#include "protocol/newrma/config.h"
#include "protocol/newrma/epoch_state.h"
#include "protocol/newrma/node_window.h"
#include "protocol/newrma/op_table.h"
#include "protocol/parts/collectives/barrier.h"
#include "protocol/parts/element_pool.h"
#include "protocol/parts/groups/group_wait.h"
#include "protocol/parts/groups/window_group.h"
#include "protocol/parts/target_lock.h"
#include "protocol/parts/window_life.h"

#include <memory>
#include <optional>

namespace rmasim::newrma {

// LOCK_ALL during the switch from the per-target to the window protocol. A local variable of the call that switches.
struct FallBack {
    Rank asked = 0;               // all smaller communicator ranks have been sent a lock request, some before this call
    std::uint32_t in_flight = 0;  // requests of this call to targets without an element that are not granted
};

// An acknowledgement from a target without an element. A local variable of the call that waits for it.
struct UntrackedAck {
    std::uint32_t ack_id;
    bool acknowledged = false;
    UntrackedAck* next = nullptr;
};

// The acknowledgements that a FLUSH waits for if packets may overtake each other: those of `target` that were due when
// the wait began, in any order. A local variable of the flush.
struct AckWait {
    const TargetElement* target;
    std::uint32_t last_ack_id;  // acknowledgements with this id or an earlier one
    std::uint32_t due;
    AckWait* next = nullptr;
};

// This process's position in the tree of one target's POST and COMPLETE (modes/pscw_tree.h has a picture). It exists
// from the arrival of POST until the last COMPLETE that it waits for. It does not depend on a START in this process.
struct TreePosition {
    Rank root;  // the target of the exposure epoch
    Rank parent;
    std::uint32_t completes_due;  // those of the children and this process's own
};

// One window of one process. Members that every packet accesses come first, members of a single mode come last.
struct Window {
    // `sizes` are the sizes of this window's table and pools. `exists` is true if the window exists from the start of
    // the run. `disp_unit` is the unit of this process's segment. `start` is one less than the first number of
    // acknowledgements, operations and barriers.
    Window(WindowId id, Rank rank, const WindowGroup& group, const Config& config, const WindowSizes& sizes,
           bool exists, std::uint32_t disp_unit, std::uint32_t start)
        : id(id), of_all(group.is_all()), life(exists), table(sizes.slots), local_ops(sizes.op_pool.local),
          local_targets(sizes.target_pool.local), operations_posted(start), last_ack_id(start), disp_unit(disp_unit),
          lock(config.lock_buffer, config.lock_order), barrier(group.comm_rank_of(rank), group.size(), start) {}

    WindowId id;
    bool of_all;                                // the group is all processes; false: a communicator (`group_of`)
    WindowState state = WindowState::unset;     // state as an origin
    WindowState exposure = WindowState::unset;  // state as a target of PSCW: UNSET, PSCW_ISSUED, PSCW_GRANTED
    enum class OwnLock : std::uint8_t { none, waiting, held, nocheck } own_lock = OwnLock::none;
    bool lock_all_nocheck = false;
    bool holds_lock = false;            // with holders_first only: a lock was granted since the epoch began
    bool fence_has_operations = false;  // operations were called since the last fence, even if all of them are complete
    WindowLife life;
    OpTable table;
    PoolLevelCounter local_ops;
    PoolLevelCounter local_targets;
    ActiveCalls calls;

    std::uint32_t operations_posted;       // a serial number: serial_number.h
    std::uint32_t operations_queued = 0;   // sum over all targets; an issued operation counts until it is complete
    std::uint32_t operations_sending = 0;  // queued operations that are sent, but whose data are in the user's memory
    std::uint32_t last_ack_id;             // id of the last packet that requested an acknowledgement
    std::uint32_t ack_count = 0;           // RMA_DONE_ACKs due, sum over all targets
    std::uint32_t disp_unit;               // in bytes; for operations on this process's segment
    UntrackedAck* untracked_acks = nullptr;
    AckWait* ack_waits = nullptr;

    std::unique_ptr<NodeWindow> shared;  // null if the window is not in shared memory

    // State of LOCK and LOCK_ALL.
    TargetLock lock;                  // the target side
    std::uint32_t locks_held = 0;     // LOCK calls without UNLOCK, except on the own window
    std::uint32_t lost_elements = 0;  // locked targets whose element was freed before UNLOCK
    FallBack* fall_back = nullptr;

    // State of FENCE.
    std::optional<Barrier::Instance> fence_req;  // the IBARRIER of the last fence, until a later fence drops it
    Barrier barrier;                             // in communicator ranks of the window's group

    // POST-START-COMPLETE-WAIT
    GroupWait posts;      // POSTs from the group of START, by communicator rank
    GroupWait completes;  // COMPLETEs from the group of POST, by communicator rank; with a tree: from its first level
    std::unique_ptr<std::vector<TreePosition>> tree_nodes;  // null until the first tree

    // The communicator rank of the target that RESTORE chose last. The next search begins after this target.
    Rank restore_after = no_rank;

    bool fence_complete() const { return !fence_req || barrier.completed(*fence_req); }
    bool has_own_lock() const { return own_lock == OwnLock::held || own_lock == OwnLock::nocheck; }
    bool in_fence() const { return state == WindowState::fence_issued || state == WindowState::fence_granted; }
    bool in_pscw() const { return state == WindowState::pscw_issued || state == WindowState::pscw_granted; }
    // True while operations are queued because not all processes of the fence, or of START's group, have arrived.
    bool awaits_others() const { return state == WindowState::fence_issued || state == WindowState::pscw_issued; }
    bool in_lock_all() const {
        return state == WindowState::lock_all_called || state == WindowState::lock_all_issued ||
               state == WindowState::lock_all_granted;
    }
    // Returns the flags of a lock request that is sent now (lock_order holders_first).
    PacketFlag holder_flag() const { return holds_lock ? flag::holds : PacketFlag::none; }
    // True if operations on `target` access memory directly: the target is on this node, and the window is in shared
    // memory.
    bool is_direct(Rank target) const { return shared != nullptr && shared->node.contains(target); }
    // Visits the ranks of this node whose POST is missing. START waits for these ranks. Only for windows in shared
    // memory. `group` is the group of the window; null for all processes.
    template <class Visit>
    void for_each_missing_on_node(const RankGroup* group, Visit visit) const {
        posts.for_each_missing([&](Rank comm_rank) {
            const Rank rank = world_rank_of(group, comm_rank);
            if (shared->node.contains(rank)) visit(rank);
        });
    }
    // Bytes of memory outside this object.
    std::size_t bytes() const {
        return lock.bytes() + posts.bytes() + completes.bytes() +
               (tree_nodes ? sizeof *tree_nodes + tree_nodes->capacity() * sizeof(TreePosition) : 0) +
               (shared ? shared->bytes() : 0);
    }
};

}  // namespace rmasim::newrma
