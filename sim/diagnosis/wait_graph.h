// The graph of waits: from each rank inside a call to the ranks that have to do something before it can go on.
#pragma once

#include "sim/diagnosis/wait_report.h"

#include <map>
#include <utility>

namespace rmasim::sim {

// `to` has to do something.
struct Wait {
    Rank to = no_rank;
    WindowId window = 0;
    Awaited what = Awaited::barrier;
    Rank lock_of = no_rank;  // what is awaited is this rank's lock: `to` has to give it back
    bool holds = false;      // `to` has it; else it asked before, and comes first
    Rank behind = no_rank;   // both would share it, were this rank's exclusive request not between them
};

// What locks and trees keep waiting is read at the targets.
class WaitGraph {
public:
    WaitGraph(const Ranks& ranks, const LostThings& lost);

    Rank ranks() const { return static_cast<Rank>(waits_.size()); }
    const std::vector<Wait>& waits_of(Rank rank) const { return waits_[static_cast<std::size_t>(rank)]; }
    // Those of `goals` excepted, the ranks whose waits lead to one of them, ascending.
    std::vector<Rank> leading_to(const std::vector<Rank>& goals) const;

private:
    using Waits = std::vector<Wait>;
    // A lock request that waits in its target's queue.
    struct Queued {
        Rank target;
        Waits before;  // who has to give the lock back first
    };

    void read_lock_queues(const Ranks& ranks);
    void read_lock_queue(Rank target, const LockAtTarget& lock);
    void read_tree_places(const Ranks& ranks, const LostThings& lost);
    void add_call(const Process& process, const WaitReason& reason, const LostThings& lost);
    void add_awaited(Rank rank, const AwaitedRank& awaited);
    void add_unnamed(Rank rank, const WaitReason& reason, const LostThings& lost);

    std::vector<Waits> waits_;
    std::map<std::pair<Rank, WindowId>, std::vector<Queued>> queued_;   // by origin
    std::map<std::pair<Rank, WindowId>, std::vector<Rank>> tree_owes_;  // by root: whose COMPLETE its tree lacks
};

// "the lock of rank 2, which rank 1 holds", "POST"
std::string text_of(const Wait& wait);

// A shortest circle of waits, each waiting for the next; empty when there is none. Of several the one with the lowest
// rank.
std::vector<Rank> shortest_cycle(const WaitGraph& graph);

}  // namespace rmasim::sim
