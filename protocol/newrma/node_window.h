// The additional state of a window in shared memory ("SHM is allocated"): the synchronisation with the other processes
// of the node. Its size is bounded by the node, not by the total number of processes.
#pragma once

#include "protocol/base/world.h"
#include "protocol/parts/collectives/barrier.h"

#include <optional>
#include <vector>

namespace rmasim::newrma {

// The additional state of a window in shared memory.
struct NodeWindow {
    // `members` are the processes of the node that have the window. Null means all processes of the node.
    NodeWindow(NodeRanks node, const RankGroup* members, Rank rank, Barrier::Instance start = usual_start)
        : node(node), barrier(members == nullptr ? rank - node.first : members->comm_rank_of(rank),
                              members == nullptr ? node.size : members->size(), start) {}

    NodeRanks node;
    Barrier barrier;  // the local BARRIER of a FENCE; its ranks are indices in `members`
    std::optional<Barrier::Instance> barrier_under_way;

    // A lock on another process of the node, from LOCK or LOCK_ALL to its UNLOCK. Operations on the node need no target
    // element, so this is the only record of the lock.
    struct Lock {
        Rank rank;
        enum class State : std::uint8_t { waiting, held, nocheck } state;
    };
    std::vector<Lock> locks;

    // True if operations from other nodes were applied, and no MEM_SYNC has made their effect visible yet.
    bool unexposed = false;

    Lock* find_lock(Rank rank) {
        for (Lock& lock : locks) {
            if (lock.rank == rank) return &lock;
        }
        return nullptr;
    }
    bool all_locked() const {
        for (const Lock& lock : locks) {
            if (lock.state == Lock::State::waiting) return false;
        }
        return true;
    }
    std::size_t bytes() const { return sizeof(NodeWindow) + locks.capacity() * sizeof(Lock); }
};

}  // namespace rmasim::newrma
