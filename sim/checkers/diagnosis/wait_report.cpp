#include "sim/checkers/diagnosis/wait_report.h"

#include "sim/checkers/diagnosis/thread_waits.h"

#include <fmt/core.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rmasim::sim {

namespace {

// Assigns a thread of the rank to each waiting call of the rank's process, because a process does not record threads.
// If several threads are inside the same MPI function, `take` prefers a thread with the call's window and target. If
// several threads have these too, `take` returns any of them.
class WaitingThreads {
public:
    explicit WaitingThreads(std::span<const Thread> threads) {
        for (const Thread& thread : threads) {
            if (thread.activity == Thread::Activity::in_call) threads_.push_back(&thread);
        }
    }

    const Thread& take(const WaitReason& reason) {
        const auto fits = [&](const Thread* thread) {
            return 4 * (thread->current().call == reason.call) + 2 * (thread->window == reason.window) +
                   (thread->target == reason.target);
        };
        const auto best = std::max_element(threads_.begin(), threads_.end(),
                                           [&](const Thread* a, const Thread* b) { return fits(a) < fits(b); });
        const Thread& thread = **best;
        threads_.erase(best);
        return thread;
    }

private:
    std::vector<const Thread*> threads_;
};

// The holders of the locks that ranks wait for. This class reads the holders from the processes of the targets, because
// the process of the origin does not record them.
class LockHolders {
public:
    explicit LockHolders(const Ranks& ranks) : ranks_(ranks) {}

    // Returns the holder as text: ", whose lock rank 3 holds". Returns an empty string if `rank` does not wait for a
    // lock.
    std::string text(Rank rank, const WaitReason& reason) {
        if (!is_window(reason.window) || reason.awaited == Awaited::counter) return {};  // `target` is not a rank
        if (reason.target == rank || reason.target == no_rank) return {};
        const LockAtTarget* const lock = find(reason.target, reason.window);
        if (lock == nullptr || !is_queued(*lock, rank) || lock->holders.empty()) return {};
        if (lock->exclusive_holder != no_rank) return fmt::format(", whose lock rank {} holds", lock->exclusive_holder);
        if (lock->holders.size() > 1) return fmt::format(", whose lock {} ranks share", lock->holders.size());
        return fmt::format(", whose lock rank {} shares", lock->holders.front());
    }

private:
    static bool is_queued(const LockAtTarget& lock, Rank rank) {
        return std::any_of(lock.requests.begin(), lock.requests.end(),
                           [rank](const auto& request) { return request.origin == rank; });
    }
    const LockAtTarget* find(Rank target, WindowId window) {
        const auto [at, is_new] = locks_.try_emplace(target);
        if (is_new) at->second = ranks_.family().locks_awaited(ranks_.process(target));
        const auto lock = std::find_if(at->second.begin(), at->second.end(),
                                       [window](const LockAtTarget& one) { return one.window == window; });
        return lock == at->second.end() ? nullptr : &*lock;
    }

    const Ranks& ranks_;
    std::map<Rank, std::vector<LockAtTarget>> locks_;  // by target
};

}  // namespace

namespace {

// Returns the process's description of a wait. If the wait concerns a communicator or the window of a communicator, the
// text has the communicator rank after each rank: "BARRIER round 1 from rank 11 (3 of row)".
std::string with_comm_ranks(const Ranks& ranks, const Process& process, const WaitReason& reason) {
    std::string text = process.describe(reason);
    const CommunicatorTable* const table = ranks.communicators();
    const WindowId comm = table == nullptr ? no_window : table->comm_of(reason.window);
    if (comm == no_window) return text;
    constexpr std::string_view word = "rank ";
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
        at += word.size();
        const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
        if (end == at) continue;
        const auto named = static_cast<Rank>(std::stol(text.substr(at, end - at)));
        if (table->group_of(process.rank(), comm).contains(named)) text.insert(end, table->comm_rank_text(named, comm));
    }
    return text;
}

}  // namespace

bool is_over(const Ranks& ranks, Rank rank) {
    const std::span<const Thread> threads = ranks.threads(rank);
    return std::all_of(threads.begin(), threads.end(),
                       [](const Thread& thread) { return thread.activity == Thread::Activity::finished; });
}

std::string text_of(const ImplementationFailed& failed) {
    const std::string_view what = failed.kind == FailureKind::crash ? "a crash" : "an assertion fails";
    return fmt::format("{} at rank {}: {}", what, failed.rank, failed.what());
}

std::vector<StuckCall> stuck_calls(const Ranks& ranks, const LostThings& lost) {
    std::vector<StuckCall> stuck;
    LockHolders holders(ranks);
    for (Rank rank = 0; rank < ranks.count(); ++rank) {
        if (lost.died(rank)) continue;
        const Process& process = ranks.process(rank);
        WaitingThreads threads(ranks.threads(rank));
        process.waiting().for_each([&](const WaitReason& reason) {
            const Thread& thread = threads.take(reason);
            stuck.push_back({thread.rank, thread.reported_number(), std::string(name_of(reason.call)),
                             thread.program->location_text(thread.location),
                             with_comm_ranks(ranks, process, reason) + holders.text(rank, reason)});
        });
        for (const UnmatchedCall& one : ranks.unmatched_calls()) {
            if (one.rank != rank) continue;
            const Thread& thread = ranks.threads(rank)[one.thread];
            stuck.push_back({rank, thread.reported_number(), std::string(name_of(one.call)),
                             thread.program->location_text(thread.location),
                             fmt::format("{} of rank {}; {} instead", name_of(one.call), one.other,
                                         one.theirs)});
        }
        for (const Thread& thread : ranks.threads(rank)) {
            if (thread.activity != Thread::Activity::blocked) continue;
            stuck.push_back({thread.rank, thread.reported_number(), std::string(name_of(thread.current())),
                             thread.program->location_text(thread.location),
                             awaited_among(ranks.threads(rank), thread)});
        }
    }
    return stuck;
}

}  // namespace rmasim::sim
