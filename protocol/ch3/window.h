// The state of one window at one process (CH3-STATE-1, CH3-STATE-2).
#pragma once

#include "protocol/ch3/config.h"
#include "protocol/ch3/elements.h"
#include "protocol/ch3/reduce_scatter.h"
#include "protocol/ch3/window_lock.h"
#include "protocol/parts/active_calls.h"
#include "protocol/parts/collectives/barrier.h"
#include "protocol/parts/element_pool.h"
#include "protocol/parts/groups/group_wait.h"
#include "protocol/parts/groups/window_group.h"
#include "protocol/parts/slot_table.h"
#include "protocol/parts/window_life.h"

#include <algorithm>
#include <memory>

namespace rmasim::ch3 {

using ActiveCalls = ActiveCallsBy<operations_with_flushes>;

enum class WindowState : std::uint8_t {
    unset,
    fence_issued,
    fence_granted,
    pscw_issued,
    pscw_granted,
    per_target,
    lock_all_called,
    lock_all_issued,
    lock_all_granted,
};
std::string_view name_of(WindowState state);

// A communicator rank, and the size of its communicator.
struct CommRank {
    Rank rank = 0;
    Rank size = 0;
};

// The state of a window that only some epochs need.
struct RareParts {
    RareParts(CommRank members, CommRank on_node, std::uint32_t start)
        : barrier(members.rank, members.size, start), node_barrier(on_node.rank, on_node.size, start),
          reduce_scatter(members.rank, members.size, start) {}

    Barrier barrier;       // used by the scalable fence, WIN_CREATE and WIN_FREE
    Barrier node_barrier;  // for windows in shared memory
    ReduceScatter reduce_scatter;
};

struct Window {
    // `exists` is true if the window exists from the start of the run. `start` is one less than the first barrier's
    // number.
    Window(WindowId id, Rank rank, const WindowGroup& group, const Config& config, const WindowSizes& sizes,
           bool exists, std::uint32_t disp_unit, bool shared, NodeRanks node, std::uint32_t start)
        : id(id), life(exists), shared(shared), node(node), disp_unit(disp_unit),
          table(std::min(sizes.slots, static_cast<std::uint32_t>(group.size()))), local_ops(sizes.op_pool.local),
          local_targets(std::min(sizes.target_pool.local, static_cast<std::uint32_t>(group.size()))),
          lock(config.lock_buffer), ibarrier(group.comm_rank_of(rank), group.size(), start), rank_(rank), start_(start),
          group_(group.group()) {}

    WindowId id;
    WindowLife life;
    WindowState state = WindowState::unset;
    bool active = false;  // the progress engine's hook visits the window
    bool shared;          // the members on `node` share the window's memory
    bool lock_all_nocheck = false;
    bool exposed = false;                // between POST and WAIT
    bool fence_has_operations = false;   // operations were called since the last fence
    bool decremented_twice = false;      // DECR_AT was sent twice to some target (CH3-HANG-11)
    bool own_discarded = false;          // LOCK_ALL's own request found no free entry in the lock queue (CH3-HANG-4)
    bool forgot_nocheck = false;         // NOCHECK was lost with the element of a target (CH3-PASSIVE-3)
    bool counted_foreign_grant = false;  // counted a grant that a target element awaited (CH3-HANG-2)
    NodeRanks node;
    std::uint32_t disp_unit;  // bytes; of this process's window segment
    ActiveCalls calls;

    SlotTable<TargetElement> table;
    PoolLevelCounter local_ops;
    PoolLevelCounter local_targets;
    std::uint32_t acks = 0;             // awaited, sum over all targets
    std::uint32_t locks = 0;            // grants that the window awaits
    std::vector<Rank> granting;         // the ranks from which the window awaits grants, for reports
    std::uint32_t asked_again = 0;      // lock requests that were sent again after DISCARDED
    std::uint32_t pending_targets = 0;  // targets with a non-empty issue list
    std::uint32_t lock_epochs = 0;      // LOCKs without UNLOCK

    std::uint32_t lost_elements = 0;  // freed elements of targets that are still locked (CH3-OUT-5)

    WindowLock lock;
    std::uint32_t passes_due = 0;  // walks through the lock's queue that are due while the lock is passed on
    std::int32_t at_counter = 0;   // DECR_ATs due from origins

    Barrier ibarrier;
    std::uint32_t ibarriers_pending = 0;
    Barrier::Instance oldest_ibarrier() const { return ibarrier.entered() - ibarriers_pending + 1; }
    GroupWait posts;  // POSTs from the group of START
    Group start_group;
    // The ranks of POST's group whose DECR_AT is due. Only for reports: MPICH has no such record, so it does not count
    // as memory of the process.
    Group completing;
    // Number of POSTs and IBARRIERs that must be complete before the window is granted.
    std::size_t sync_requests() const { return ibarriers_pending + posts.missing(); }

    // The group of the window. Its barriers and its table use communicator ranks of this group.
    WindowGroup group() const { return {ibarrier.size(), group_}; }
    Rank comm_rank() const { return ibarrier.rank(); }  // of this process
    Rank comm_rank_of(Rank rank) const { return group_ == nullptr ? rank : group_->comm_rank_of(rank); }
    // The index of this process among the window's members on its node, and their number. The index follows the order
    // of communicator ranks.
    CommRank rank_on_node() const;

    RareParts& rare() {
        if (!rare_) rare_ = std::make_unique<RareParts>(CommRank{comm_rank(), group().size()}, rank_on_node(), start_);
        return *rare_;
    }
    const RareParts* rare_if_any() const { return rare_.get(); }

    void expect_grant(Rank rank) {
        ++locks;
        granting.push_back(rank);
    }
    void take_grant(Rank rank) {
        --locks;
        const auto at = std::find(granting.begin(), granting.end(), rank);
        if (at != granting.end()) granting.erase(at);
    }

    bool in_fence() const { return state == WindowState::fence_issued || state == WindowState::fence_granted; }
    bool in_pscw() const { return state == WindowState::pscw_issued || state == WindowState::pscw_granted; }
    bool in_lock_all() const {
        return state == WindowState::lock_all_called || state == WindowState::lock_all_issued ||
               state == WindowState::lock_all_granted;
    }
    // True if operations may be issued.
    bool ready() const {
        return state == WindowState::per_target || state == WindowState::lock_all_called ||
               state == WindowState::fence_granted || state == WindowState::pscw_granted ||
               state == WindowState::lock_all_granted;
    }
    bool is_direct(Rank target) const { return target == rank_ || (shared && node.contains(target)); }
    std::size_t bytes() const {
        return lock.bytes() + posts.bytes() + (start_group.capacity() + granting.capacity()) * sizeof(Rank) +
               (rare_ ? sizeof(RareParts) + rare_->reduce_scatter.bytes() : 0);
    }

private:
    Rank rank_;
    std::uint32_t start_;
    const RankGroup* group_;           // null: all processes
    std::unique_ptr<RareParts> rare_;  // null until the first call that needs it
};

}  // namespace rmasim::ch3
