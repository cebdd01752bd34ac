// The wait-for graph of the ranks. It has an edge from each rank inside a call to each rank that must act before the
// call can return.
#pragma once

#include "sim/checkers/diagnosis/wait_report.h"

#include <map>
#include <utility>

namespace rmasim::sim {

// An edge of the wait-for graph. The edge begins at the waiting rank. It ends at the rank `to`, which must act before
// the call of the waiting rank can return.
struct Wait {
    Rank to = no_rank;
    WindowId window = 0;
    Awaited what = Awaited::barrier;
    // If the wait is for a lock, this is the target whose lock is awaited, and `to` must release that lock first.
    Rank lock_of = no_rank;
    // True: `to` holds the lock; false: the lock request of `to` is queued before that of the waiting rank.
    bool holds = false;
    // If not no_rank, this rank requests the lock exclusively. Its request is queued after the shared request of `to`
    // and before the shared request of the waiting rank.
    Rank queued_after = no_rank;
    // True if this edge may explain a loss or a death but is part of no cycle. There are three cases: a barrier waits
    // for `to` although the call that began the barrier has returned, a nonblocking collective call lacks a message of
    // `to`, or `to` must send data inside any call.
    bool behind = false;
    Call call = Call::none;  // the collective call that the waiting rank and `to` must both make
    bool any = false;        // true if the call waits for only one of the ranks that its edges name
    WaitReason waiting{};    // the wait of the waiting rank's call; its call is `none` if no call waits
};

// The wait-for graph of all ranks. Its edges are computed from the state of all processes. The state of a target
// contains the waits for its locks. The states of the nodes of a tree contain the waits for POST and COMPLETE, if ranks
// forward these packets along a tree.
class WaitGraph {
public:
    WaitGraph(const Ranks& ranks, const LostThings& lost);

    Rank ranks() const { return static_cast<Rank>(waits_.size()); }
    const std::vector<Wait>& waits_of(Rank rank) const { return waits_[static_cast<std::size_t>(rank)]; }
    // Returns the ranks that wait directly or indirectly for one of `goals`, in ascending order. The ranks in `goals`
    // are not part of the result.
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
    void read_nonblocking(const Ranks& ranks, const LostThings& lost);
    void add_call(const Ranks& ranks, const Process& process, const WaitReason& reason, const LostThings& lost);
    void add_data_awaited(const Ranks& ranks, Rank rank, const AwaitedRank& target);
    void add_awaited(Rank rank, const AwaitedRank& awaited);
    void add_unnamed(Rank rank, const WaitReason& reason, const LostThings& lost);

    std::vector<Waits> waits_;
    std::map<std::pair<Rank, WindowId>, std::vector<Queued>> queued_;  // by origin and window
    // The ranks that have not sent COMPLETE. The key is the root of the tree along which COMPLETE is forwarded, and the
    // window.
    std::map<std::pair<Rank, WindowId>, std::vector<Rank>> tree_owes_;
};

// Returns a wait of `rank` as a sentence without a full stop: "rank 0 waits in lock at programs[0].calls[2].lock for
// the lock of rank 1 on window "w", which rank 1 took at programs[0].calls[0].lock".
std::string sentence_of(const Ranks& ranks, Rank rank, const Wait& wait);
CycleWait record_of(const Ranks& ranks, Rank rank, const Wait& wait);

// Returns the awaited object as text, unless it is a lock: "POST", "BARRIER of row".
// `communicators` is null if the only communicator is that of all ranks.
std::string text_of(const Wait& wait, const CommunicatorTable* communicators = nullptr);

// Returns a shortest cycle of the graph, or an empty list if the graph has no cycle. Each rank of the list waits for
// the next one, and the last rank waits for the first. If there are several shortest cycles, the function returns the
// cycle that contains the lowest rank.
std::vector<Rank> shortest_cycle(const WaitGraph& graph);

}  // namespace rmasim::sim
