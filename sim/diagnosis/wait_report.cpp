#include "sim/diagnosis/wait_report.h"

#include "sim/ranks/make_process.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

// Matches each waiting call of a process with a thread. The core knows calls, not threads. Of several threads inside
// the same call, the one with the same window and target is taken; if these are equal too, any.
class WaitingThreads {
public:
    explicit WaitingThreads(std::span<const Thread> threads) {
        for (const Thread& thread : threads) {
            if (thread.activity == Thread::Activity::in_call) threads_.push_back(&thread);
        }
    }

    const Thread& take(const WaitReason& reason) {
        const auto fits = [&](const Thread* thread) {
            return 4 * (call_of(thread->current().kind) == reason.call) + 2 * (thread->window == reason.window) +
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

// Who holds the lock that a rank's request waits for; empty if it waits for something else. The origin's core cannot
// know this, so it is read at the target.
std::string lock_holder(const Ranks& ranks, Rank rank, const WaitReason& reason) {
    if (reason.target == no_rank || reason.target == rank || reason.window == no_window) return {};
    const newrma::Engine* const target = newrma_engine(ranks.process(reason.target));
    if (target == nullptr) return {};
    const TargetLock& lock = target->window(reason.window).lock;
    if (!lock.has_waiting(rank)) return {};
    if (lock.exclusive_holder() != no_rank) return fmt::format(", whose lock rank {} holds", lock.exclusive_holder());
    if (lock.shared_holders() > 1) return fmt::format(", whose lock {} ranks share", lock.shared_holders());
    std::string text;
    lock.for_each_holder([&](Rank holder) { text = fmt::format(", whose lock rank {} shares", holder); });
    return text;
}

}  // namespace

bool is_over(const Ranks& ranks, Rank rank) {
    const std::span<const Thread> threads = ranks.threads(rank);
    return std::all_of(threads.begin(), threads.end(),
                       [](const Thread& thread) { return thread.activity == Thread::Activity::finished; });
}

std::vector<StuckCall> stuck_calls(const Ranks& ranks, const LostThings& lost) {
    std::vector<StuckCall> stuck;
    for (Rank rank = 0; rank < ranks.count(); ++rank) {
        if (lost.died(rank)) continue;
        const Process& process = ranks.process(rank);
        WaitingThreads threads(ranks.threads(rank));
        process.waiting().for_each([&](const WaitReason& reason) {
            const Thread& thread = threads.take(reason);
            stuck.push_back({thread.rank, thread.reported_number(), std::string(name_of(reason.call)),
                             thread.program->places[thread.place],
                             process.describe(reason) + lock_holder(ranks, rank, reason)});
        });
    }
    return stuck;
}

}  // namespace rmasim::sim
