#include "sim/checkers/diagnosis/wait_graph.h"
#include "sim/checkers/diagnosis/epoch_report.h"
#include "sim/checkers/diagnosis/message_waits.h"
#include "sim/checkers/diagnosis/missing_calls.h"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <set>

namespace rmasim::sim {

namespace {

// The maximum number of edges that the graph has from a queued lock request to earlier requests of the queue. The queue
// of a lock may have thousands of ranks. To keep the graph small, a request has edges only to the last `max_before`
// requests before it. Only a request with at most `max_before` earlier requests also has edges to the holders.
constexpr std::ptrdiff_t max_before = 32;

// True if a queued lock request at the target can delay the awaited event.
bool hangs_on_lock(Awaited what) {
    return what == Awaited::lock_granted || what == Awaited::operations || what == Awaited::acknowledgements ||
           what == Awaited::request;
}

bool awaits_answer(Awaited what) { return what == Awaited::operations || what == Awaited::request; }

}  // namespace

WaitGraph::WaitGraph(const Ranks& ranks, const LostThings& lost) : waits_(static_cast<std::size_t>(ranks.count())) {
    read_lock_queues(ranks);
    read_tree_nodes(ranks, lost);
    for (Rank rank = 0; rank < ranks.count(); ++rank) {
        if (lost.died(rank)) continue;
        const Process& process = ranks.process(rank);
        process.waiting().for_each([&](const WaitReason& reason) { add_call(ranks, process, reason, lost); });
    }
    for (const UnmatchedCall& one : ranks.unmatched_calls()) {
        if (lost.died(one.rank)) continue;
        Wait wait{one.other, one.window, Awaited::collective};
        wait.call = one.call;
        wait.waiting = {one.call, one.window, Awaited::collective, one.other};
        waits_[static_cast<std::size_t>(one.rank)].push_back(wait);
    }
    read_barriers(ranks, lost);
    read_nonblocking(ranks, lost);
}

void WaitGraph::read_lock_queues(const Ranks& ranks) {
    for (Rank target = 0; target < ranks.count(); ++target) {
        for (const LockAtTarget& lock : ranks.family().reports.locks_awaited(ranks.process(target))) {
            read_lock_queue(target, lock);
        }
    }
}

// Adds the waits of the requests in a lock's queue. A shared request waits for earlier shared requests only if an
// exclusive request is queued between them. If a request may overtake exclusive requests, the request waits only for
// the exclusive requests at the head of the queue.
void WaitGraph::read_lock_queue(Rank target, const LockAtTarget& lock) {
    Waits holders, line;
    Rank last_exclusive = no_rank;   // the last exclusive request in the queue so far
    std::size_t upto_exclusive = 0;  // number of requests up to `last_exclusive`; later shared requests wait for these
    std::size_t exclusive_head = 0;  // number of exclusive requests before the first shared one
    for (const Rank rank : lock.holders) holders.push_back({rank, lock.window, Awaited::lock_granted, target, true});
    for (const auto& [origin, type, overtakes] : lock.requests) {
        const bool exclusive = type == LockType::exclusive;
        const bool shares_lock = !exclusive && lock.exclusive_holder == no_rank;
        const std::size_t ahead = exclusive ? line.size() : overtakes ? exclusive_head : upto_exclusive;
        const auto end = static_cast<std::ptrdiff_t>(ahead);
        const std::ptrdiff_t begin = std::max<std::ptrdiff_t>(end - max_before, 0);
        Waits before;
        if (begin == 0) before = holders;
        for (Wait& wait : before) wait.queued_after = shares_lock ? last_exclusive : no_rank;
        before.insert(before.end(), line.begin() + begin, line.begin() + end);
        queued_[{origin, lock.window}].push_back({target, std::move(before)});
        line.push_back({origin, lock.window, Awaited::lock_granted, target, false});
        if (!exclusive) continue;
        if (exclusive_head + 1 == line.size()) ++exclusive_head;
        last_exclusive = origin;
        upto_exclusive = line.size();
    }
}

// Finds the ranks that have not sent COMPLETE, in families that forward POST and COMPLETE through a tree of processes.
// A process sends COMPLETE to its parent when its own rank has called complete and all its children have sent COMPLETE.
// Example with root 0:
//
//   0 <- 1 <- 2     2 has not called complete, so 1 and 0 wait
//
// In this example, rank 1 itself has called complete, so the report must name rank 2. If the recorded tree lacks a
// child, this child has not received the POST. If ranks died, the function assumes that one of the dead ranks is the
// cause.
void WaitGraph::read_tree_nodes(const Ranks& ranks, const LostThings& lost) {
    struct Progress {
        std::uint32_t completes_due = 0;
        std::uint32_t below = 0;  // children that have received the POST and have not forwarded COMPLETE
        bool owes_own = false;
    };
    std::map<std::pair<Rank, WindowId>, std::map<Rank, Progress>> trees;  // by root and window, then by rank
    for (Rank rank = 0; rank < ranks.count(); ++rank) {
        for (const TreeNode& node : ranks.family().reports.tree_nodes(ranks.process(rank))) {
            std::map<Rank, Progress>& tree = trees[{node.root, node.window}];
            tree[rank].completes_due = node.completes_due;
            tree[rank].owes_own = node.owes_own;
            ++tree[node.parent].below;
        }
    }
    for (const auto& [root, tree] : trees) {
        for (const auto& [rank, node] : tree) {
            if (node.completes_due <= node.below) continue;
            std::vector<Rank>& owing = tree_owes_[root];
            const bool post_missing = node.completes_due - node.below > (node.owes_own ? 1u : 0u);
            if (node.owes_own || lost.died(rank) || lost.dead.empty()) owing.push_back(rank);
            if (!post_missing) continue;
            for (const DeadRank& dead : lost.dead) owing.push_back(dead.rank);
        }
    }
}

// Adds the waits of barriers that continue after the calls that began them have returned. A rank that such a barrier
// awaits may itself still need a message of a third rank for the barrier. At the same time it may be inside a call that
// waits for something else. These waits may explain a loss, but they are part of no cycle of calls.
void WaitGraph::read_barriers(const Ranks& ranks, const LostThings& lost) {
    using RankWindow = std::pair<Rank, WindowId>;
    std::deque<RankWindow> next;
    for (const Waits& waits : waits_) {
        for (const Wait& wait : waits) {
            if (wait.what == Awaited::barrier && is_window(wait.window)) next.emplace_back(wait.to, wait.window);
        }
    }
    std::set<RankWindow> seen;
    for (; !next.empty(); next.pop_front()) {
        const auto [rank, window] = next.front();
        if (lost.died(rank) || !seen.insert(next.front()).second) continue;
        const Rank missing = ranks.family().reports.awaited_in_background(ranks.process(rank), window);
        if (missing == no_rank) continue;
        waits_[static_cast<std::size_t>(rank)].push_back(
            {missing, window, Awaited::barrier, no_rank, false, no_rank, true, Call::none, false, {}});
        next.emplace_back(missing, window);
    }
}

// Adds the waits of open nonblocking collective calls. A rank of whose message a call of another rank depends may
// itself lack the message of a third rank. At the same time it may be inside any other call, or between two calls.
void WaitGraph::read_nonblocking(const Ranks& ranks, const LostThings& lost) {
    using RankComm = std::pair<Rank, WindowId>;
    std::deque<RankComm> next;
    for (const Waits& waits : waits_) {
        for (const Wait& wait : waits) {
            const bool collective = wait.what == Awaited::collective || wait.what == Awaited::barrier;
            if (collective && !is_window(wait.window)) next.emplace_back(wait.to, wait.window);
        }
    }
    std::set<RankComm> seen;
    for (; !next.empty(); next.pop_front()) {
        const auto [rank, comm] = next.front();
        if (lost.died(rank) || !seen.insert(next.front()).second) continue;
        const WaitReason open_calls{Call::none, comm, Awaited::collective, no_rank};
        for (const AwaitedRank& one : ranks.process(rank).awaited_ranks(open_calls).ranks) {
            Wait wait{one.rank, one.window, one.what};
            wait.behind = true;
            waits_[static_cast<std::size_t>(rank)].push_back(wait);
            next.emplace_back(one.rank, comm);
        }
    }
}

void WaitGraph::add_call(const Ranks& ranks, const Process& process, const WaitReason& reason, const LostThings& lost) {
    Waits& waits = waits_[static_cast<std::size_t>(process.rank())];
    const std::size_t before = waits.size();
    const AwaitedRanks awaited = process.awaited_ranks(reason);
    for (const AwaitedRank& one : awaited.ranks) {
        add_awaited(process.rank(), one);
        if (awaits_answer(one.what)) add_data_awaited(ranks, process.rank(), one);
        if (one.what == Awaited::collective) waits.back().call = reason.call;
    }
    if (awaited.others) add_unnamed(process.rank(), reason, lost);
    for (std::size_t i = before; i < waits.size(); ++i) {
        waits[i].waiting = reason;
        waits[i].any = awaited.any;
    }
}

void WaitGraph::add_awaited(Rank rank, const AwaitedRank& awaited) {
    Waits& waits = waits_[static_cast<std::size_t>(rank)];
    const auto tree = tree_owes_.find({rank, awaited.window});
    if (awaited.what == Awaited::complete && tree != tree_owes_.end()) {
        for (const Rank owing : tree->second) waits.push_back({owing, awaited.window, awaited.what});
        return;
    }
    const auto queued = queued_.find({rank, awaited.window});
    if (hangs_on_lock(awaited.what) && queued != queued_.end()) {
        for (const Queued& request : queued->second) {
            // If no request is before this request, the lock is free. Something else is then the cause of the wait.
            if (request.target != awaited.rank || request.before.empty()) continue;
            waits.insert(waits.end(), request.before.begin(), request.before.end());
            return;
        }
    }
    waits.push_back({awaited.rank, awaited.window, awaited.what});
}

// Adds waits for ranks whose data the target needs before it answers. The rank sends them in any call that makes
// progress, so such waits explain a death, but close no cycle of calls.
void WaitGraph::add_data_awaited(const Ranks& ranks, Rank rank, const AwaitedRank& target) {
    for (const Rank origin : ranks.family().reports.data_awaited(ranks.process(target.rank))) {
        if (origin == rank) continue;
        Wait wait{origin, target.window, Awaited::operations};
        wait.behind = true;
        waits_[static_cast<std::size_t>(rank)].push_back(wait);
    }
}

// Adds the rank's waits for targets that its own process cannot name, because their operations have no element. If the
// rank waits for a lock, a target's queue contains its request. Otherwise only a dead rank or a lost packet can be the
// reason why no answer arrives.
void WaitGraph::add_unnamed(Rank rank, const WaitReason& reason, const LostThings& lost) {
    Waits& waits = waits_[static_cast<std::size_t>(rank)];
    if (const auto queued = queued_.find({rank, reason.window}); queued != queued_.end()) {
        for (const Queued& request : queued->second) {
            waits.insert(waits.end(), request.before.begin(), request.before.end());
        }
    }
    for (const DeadRank& dead : lost.dead) waits.push_back({dead.rank, reason.window, reason.awaited});
    for (const LostPacket& one : lost.packets) {
        if (one.packet.source == rank) waits.push_back({one.packet.target, reason.window, reason.awaited});
        if (one.packet.target == rank) waits.push_back({one.packet.source, reason.window, reason.awaited});
    }
}

std::vector<Rank> WaitGraph::leading_to(const std::vector<Rank>& goals) const {
    std::vector<std::vector<Rank>> waited_for_by(waits_.size());
    for (Rank rank = 0; rank < ranks(); ++rank) {
        for (const Wait& wait : waits_of(rank)) waited_for_by[static_cast<std::size_t>(wait.to)].push_back(rank);
    }
    std::vector<bool> seen(waits_.size(), false);
    std::deque<Rank> next(goals.begin(), goals.end());
    for (const Rank goal : goals) seen[static_cast<std::size_t>(goal)] = true;
    std::vector<Rank> leading;
    for (; !next.empty(); next.pop_front()) {
        for (const Rank rank : waited_for_by[static_cast<std::size_t>(next.front())]) {
            if (seen[static_cast<std::size_t>(rank)]) continue;
            seen[static_cast<std::size_t>(rank)] = true;
            leading.push_back(rank);
            next.push_back(rank);
        }
    }
    std::sort(leading.begin(), leading.end());
    return leading;
}

namespace {

// Returns the lock, with the epoch by which the awaited rank holds or requests it: "the lock of rank 1 on window "w",
// which rank 2 took at programs[2].calls[0].lock".
std::string lock_text(const Ranks& ranks, Rank rank, const Wait& wait) {
    const std::string window = ranks.window_name(rank, wait.window);
    std::string text = fmt::format("the lock of rank {}", wait.lock_of);
    if (!window.empty()) text += fmt::format(" on window \"{}\"", window);
    const std::string who = wait.to == rank ? "the rank itself" : fmt::format("rank {}", wait.to);
    const std::optional<ReportedEpoch> epoch = lock_epoch(ranks, wait.to, wait.window, wait.lock_of);
    const std::string at = epoch ? " at " + epoch->location : "";
    if (wait.queued_after != no_rank) {
        return fmt::format("{}, which {} shares{}{}; the request is queued after rank {}'s request", text, who,
                           at.empty() ? "" : " since the call", at, wait.queued_after);
    }
    if (wait.holds) return fmt::format("{}, which {} {}{}", text, who, epoch ? "took" : "holds", at);
    return fmt::format("{}, which {} requested earlier{}", text, who, at.empty() ? "" : ", by the call" + at);
}

}  // namespace

std::string sentence_of(const Ranks& ranks, Rank rank, const Wait& wait) {
    std::string text = fmt::format("rank {} waits", rank);
    const Thread* const thread = wait.waiting.call == Call::none ? nullptr : waiting_thread(ranks, rank, wait.waiting);
    if (thread != nullptr) {
        text += fmt::format(" in {} at {}", ranks.call_name(*thread, wait.waiting.call),
                            thread->program->location_text(thread->location));
    }
    if (wait.lock_of != no_rank) return text + " for " + lock_text(ranks, rank, wait);
    std::string what = message_wait_text(ranks, rank, wait.waiting);
    const std::string whom = wait.to == rank ? "itself" : fmt::format("rank {}", wait.to);
    MissingCalls calls(ranks);
    const MissingCalls::Found* const missing = calls.find(rank, wait.waiting);
    if (missing != nullptr) what = calls.text(rank, wait.waiting, *missing);
    if (what.empty()) what = text_of(wait, ranks.communicators());
    return fmt::format("{} for {} ({})", text, whom, what);
}

CycleWait record_of(const Ranks& ranks, Rank rank, const Wait& wait) {
    CycleWait made{.rank = rank};
    if (const Thread* const thread = waiting_thread(ranks, rank, wait.waiting)) {
        made.call = ranks.call_name(*thread, wait.waiting.call);
        made.location = thread->program->location_text(thread->location);
    }
    made.to = wait.to;
    made.what = wait.lock_of != no_rank ? "lock" : text_of(wait, ranks.communicators());
    made.lock_of = wait.lock_of;
    if (is_window(wait.window)) made.window = ranks.window_name(rank, wait.window);
    if (wait.lock_of != no_rank) made.taken = lock_epoch(ranks, wait.to, wait.window, wait.lock_of);
    return made;
}

std::string text_of(const Wait& wait, const CommunicatorTable* communicators) {
    switch (wait.what) {
        case Awaited::barrier: return "BARRIER" + CommunicatorTable::of_text(communicators, wait.window);
        case Awaited::collective:
            return (wait.call == Call::none ? "a nonblocking collective call" : std::string(name_of(wait.call))) +
                   CommunicatorTable::of_text(communicators, wait.window);
        case Awaited::message:
            if (wait.any) return "SEND from any rank" + CommunicatorTable::of_text(communicators, wait.window);
            [[fallthrough]];
        case Awaited::receive:
        case Awaited::match:
        case Awaited::buffered:
            return std::string(name_of(wait.what)) + CommunicatorTable::of_text(communicators, wait.window);
        case Awaited::operations:
        case Awaited::request: return "completion of operations";
        default: return std::string(name_of(wait.what));
    }
}

}  // namespace rmasim::sim
