// The wait-for graph: an edge from each rank inside a call to the ranks that must act before the call can return.
#pragma once

#include "sim/checkers/diagnosis/wait_report.h"

#include <map>
#include <utility>

namespace rmasim::sim {

// An edge of the wait-for graph: a rank waits for rank `to`.
struct Wait {
    Rank to = no_rank;
    WindowId window = 0;
    Awaited what = Awaited::barrier;
    Rank lock_of = no_rank;       // if not no_rank: the rank waits for the lock of `lock_of`, which `to` must release
                                  // first
    bool holds = false;           // `to` holds the lock; false: its request is queued earlier
    Rank queued_after = no_rank;  // if not no_rank: the rank and `to` both request a shared lock, and the exclusive
                                  // request of `queued_after` is queued between them
    bool behind = false;          // `to` is awaited by a barrier that continues after its call: explains losses, closes
                                  // no cycle
    Call call = Call::none;       // the collective call that both ranks must make
};

// The wait-for graph of all ranks. Waits for locks and in trees are read from the state of the targets.
class WaitGraph {
public:
    WaitGraph(const Ranks& ranks, const LostThings& lost);

    Rank ranks() const { return static_cast<Rank>(waits_.size()); }
    const std::vector<Wait>& waits_of(Rank rank) const { return waits_[static_cast<std::size_t>(rank)]; }
    // Returns the ranks that wait directly or indirectly for one of `goals`, without `goals` themselves, ascending.
    std::vector<Rank> leading_to(const std::vector<Rank>& goals) const;

private:
    using Waits = std::vector<Wait>;
    // A lock request in the queue of its target.
    struct Queued {
        Rank target;
        Waits before;  // the ranks that must release the lock first
    };

    void read_lock_queues(const Ranks& ranks);
    void read_lock_queue(Rank target, const LockAtTarget& lock);
    void read_tree_nodes(const Ranks& ranks, const LostThings& lost);
    void read_barriers(const Ranks& ranks, const LostThings& lost);
    void add_call(const Process& process, const WaitReason& reason, const LostThings& lost);
    void add_awaited(Rank rank, const AwaitedRank& awaited);
    void add_unnamed(Rank rank, const WaitReason& reason, const LostThings& lost);

    std::vector<Waits> waits_;
    std::map<std::pair<Rank, WindowId>, std::vector<Queued>> queued_;   // by origin and window
    std::map<std::pair<Rank, WindowId>, std::vector<Rank>> tree_owes_;  // by root and window: ranks whose COMPLETE is
                                                                        // missing
};

// Returns the object of a wait: "the lock of rank 2, which rank 1 holds", "POST", "BARRIER of row". `communicators` may
// be null.
std::string text_of(const Wait& wait, const CommunicatorTable* communicators = nullptr);

// Returns a shortest cycle, in which each rank waits for the next; empty if there is no cycle. Of several shortest
// cycles, it returns the one with the lowest rank.
std::vector<Rank> shortest_cycle(const WaitGraph& graph);

}  // namespace rmasim::sim
