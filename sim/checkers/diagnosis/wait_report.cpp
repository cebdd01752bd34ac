#include "sim/checkers/diagnosis/wait_report.h"

#include "sim/checkers/diagnosis/epoch_report.h"
#include "sim/checkers/diagnosis/message_waits.h"
#include "sim/checkers/diagnosis/missing_calls.h"
#include "sim/checkers/diagnosis/thread_waits.h"

#include "protocol/base/call_table.h"
#include "protocol/base/rank_list.h"

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
            const bool unmatched = thread.activity == Thread::Activity::unmatched;
            if (thread.activity == Thread::Activity::in_call || unmatched) threads_.push_back(&thread);
        }
    }

    bool empty() const { return threads_.empty(); }

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

    // Adds the holders to the record of a call of `rank` that waits for a lock: as epochs, and to the reason as text,
    // ", whose lock rank 3 took at programs[3].calls[0].lock". Does nothing if the call waits for something else.
    void add(Rank rank, const WaitReason& reason, StuckCall& stuck) {
        if (!is_window(reason.window) || reason.awaited == Awaited::counter) return;  // `target` is not a rank
        if (reason.target == no_rank) return;
        const LockAtTarget* const lock = find(reason.target, reason.window);
        if (lock == nullptr || !is_queued(*lock, rank) || lock->holders.empty()) return;
        std::vector<Rank> holders = lock->holders;
        std::sort(holders.begin(), holders.end());
        for (const Rank holder : holders) {
            if (stuck.epochs.size() == max_epochs) break;
            if (auto epoch = lock_epoch(ranks_, holder, reason.window, reason.target)) {
                stuck.epochs.push_back(std::move(*epoch));
            }
        }
        const bool exclusive = lock->exclusive_holder != no_rank;
        const std::string at = stuck.epochs.empty() || holders.size() > 1 ? "" : " at " + stuck.epochs.front().location;
        const std::string_view verb = !at.empty()          ? "took"
                                      : exclusive          ? "holds"
                                      : holders.size() > 1 ? "share"
                                                           : "shares";
        // The description of the wait already names the holders of the own lock.
        if (reason.target == rank) stuck.reason += at.empty() ? "" : ", taken" + at;
        else stuck.reason += fmt::format(", whose lock {} {}{}", text_of_ranks(holders), verb, at);
        if (!exclusive && !at.empty()) stuck.reason += " (shared)";
    }

private:
    static constexpr std::size_t max_epochs = 8;

    static bool is_queued(const LockAtTarget& lock, Rank rank) {
        return std::any_of(lock.requests.begin(), lock.requests.end(),
                           [rank](const auto& request) { return request.origin == rank; });
    }
    const LockAtTarget* find(Rank target, WindowId window) {
        const auto [at, is_new] = locks_.try_emplace(target);
        if (is_new) at->second = ranks_.family().reports.locks_awaited(ranks_.process(target));
        const auto lock = std::find_if(at->second.begin(), at->second.end(),
                                       [window](const LockAtTarget& one) { return one.window == window; });
        return lock == at->second.end() ? nullptr : &*lock;
    }

    const Ranks& ranks_;
    std::map<Rank, std::vector<LockAtTarget>> locks_;  // by target
};

}  // namespace

namespace {

// Adds a text after each rank of a list that begins at `at`, such as "1, 3 and 5 to 7". Returns the end of the list.
template <class TextAfter>
std::size_t add_comm_ranks(std::string& text, std::size_t at, TextAfter text_after) {
    for (;;) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
        if (end == at || at >= text.size()) return at;
        const std::string added = text_after(static_cast<Rank>(std::stol(text.substr(at, end - at))));
        text.insert(end, added);
        at = end + added.size();
        for (const std::string_view between : {", ", " and ", " to "}) {
            if (text.compare(at, between.size(), between) != 0) continue;
            at += between.size();
            break;
        }
    }
}

// Adds the communicator rank after each rank of a text about a wait of `rank`, if the wait concerns a communicator or
// the window of a communicator: "BARRIER round 1 from rank 11 (3 of row)".
std::string with_comm_ranks(const Ranks& ranks, Rank rank, const WaitReason& reason, std::string text) {
    const CommunicatorTable* const table = ranks.communicators();
    const WindowId comm = table == nullptr ? no_window : table->comm_of(reason.window);
    if (comm == no_window) return text;
    const RankGroup& members = table->group_of(rank, comm);
    std::size_t at = 0;
    while ((at = text.find("rank", at)) != std::string::npos) {
        at += text.compare(at, 6, "ranks ") == 0 ? 6 : 5;
        at = add_comm_ranks(text, at, [&](Rank named) {
            return members.contains(named) ? table->comm_rank_text(named, comm) : std::string();
        });
    }
    return text;
}

std::vector<Rank> ranks_of(const AwaitedRanks& awaited) {
    std::vector<Rank> all;
    for (const AwaitedRank& one : awaited.ranks) all.push_back(one.rank);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

// Sets the reason of a waiting call, and the ranks for which the call waits. If some ranks have made too few collective
// calls, the reason has the numbers of calls: "rank 1: rank 0 has called fence on window "w" once, rank 1
// never".
void set_awaited(StuckCall& call, const Ranks& ranks, const WaitReason& reason, MissingCalls& missing_calls) {
    constexpr std::size_t max_listed = 64;
    const Process& process = ranks.process(call.rank);
    const MissingCalls::Found* const missing = missing_calls.find(call.rank, reason);
    std::string what = message_wait_text(ranks, call.rank, reason);
    if (what.empty()) what = missing == nullptr ? process.describe(reason) : text_of_ranks(missing->ranks);
    call.reason = with_comm_ranks(ranks, call.rank, reason, what);
    if (missing != nullptr) call.reason += ": " + missing_calls.text(call.rank, reason, *missing);
    const bool lists = missing != nullptr && missing->ranks.size() <= max_listed;
    call.awaited = lists ? missing->ranks : ranks_of(process.awaited_ranks(reason));
    call.reason += group_calls_of(ranks, call.rank, reason, call.awaited);
}

// Adds the ranks that have not signalled the counter for which a call of `rank` waits. No process records them, so the
// function searches the requests of all others.
void add_signallers(const Ranks& ranks, const LostThings& lost, Rank rank, const WaitReason& reason, StuckCall& stuck) {
    std::vector<Rank> started, not_started;
    for (Rank other = 0; other < ranks.count(); ++other) {
        if (other == rank || lost.died(other)) continue;
        const Signaller found = ranks.family().reports.signaller(ranks.process(other), ranks.process(rank), reason);
        if (found == Signaller::started) started.push_back(other);
        if (found == Signaller::not_started) not_started.push_back(other);
    }
    const auto has = [](const std::vector<Rank>& some) { return some.size() == 1 ? "has" : "have"; };
    if (!started.empty()) {
        stuck.reason +=
            fmt::format("; missing: {} of {}, which {} started a request for this counter",
                        started.size() == 1 ? "the signal" : "signals", text_of_ranks(started), has(started));
    } else if (!not_started.empty()) {
        stuck.reason += fmt::format("; missing: a signal; only {} {} a request for this counter, and it is not started",
                                    text_of_ranks(not_started), has(not_started));
    } else {
        stuck.reason += "; missing: a signal, but no other rank has a request for this counter";
    }
    stuck.awaited = started.empty() ? not_started : started;
}

constexpr std::size_t max_searched = 16;  // waits for which the requests of all ranks are searched

}  // namespace

const Thread* waiting_thread(const Ranks& ranks, Rank rank, const WaitReason& reason) {
    WaitingThreads threads(ranks.threads(rank));
    return threads.empty() ? nullptr : &threads.take(reason);
}

bool is_over(const Ranks& ranks, Rank rank) {
    const std::span<const Thread> threads = ranks.threads(rank);
    return std::all_of(threads.begin(), threads.end(),
                       [](const Thread& thread) { return thread.activity == Thread::Activity::finished; });
}

std::string text_of(const ImplementationFailed& failed) {
    const std::string_view what = failed.kind == FailureKind::crash ? "a crash" : "an assertion fails";
    return fmt::format("{} at rank {}: {}", what, failed.rank, failed.what());
}

std::string page_of(std::string_view section) {
    if (section.empty()) return {};
    // A section of another page is a whole path.
    const bool is_path = section.find('#') != std::string_view::npos;
    return is_path ? std::string(section) : fmt::format("sim/checkers/usage/RULES.md#{}", section);
}

std::string_view section_name(std::string_view section) { return section.substr(section.find('#') + 1); }

std::vector<StuckCall> stuck_calls(const Ranks& ranks, const LostThings& lost) {
    std::vector<StuckCall> stuck;
    LockHolders holders(ranks);
    MissingCalls missing_calls(ranks);
    for (Rank rank = 0; rank < ranks.count(); ++rank) {
        if (lost.died(rank)) continue;
        const Process& process = ranks.process(rank);
        WaitingThreads threads(ranks.threads(rank));
        process.waiting().for_each([&](const WaitReason& reason) {
            const Thread& thread = threads.take(reason);
            StuckCall& call = stuck.emplace_back(StuckCall{thread.rank, thread.reported_number(),
                                                           ranks.call_name(thread, reason.call),
                                                           thread.program->location_text(thread.location), ""});
            set_awaited(call, ranks, reason, missing_calls);
            if (is_window(reason.window)) call.window = ranks.window_name(rank, reason.window);
            holders.add(rank, reason, call);
            const bool for_counter = is_window(reason.window) && reason.awaited == Awaited::counter;
            if (for_counter && stuck.size() <= max_searched) add_signallers(ranks, lost, rank, reason, call);
        });
        for (const UnmatchedCall& one : ranks.unmatched_calls()) {
            if (one.rank != rank) continue;
            const Thread& thread = ranks.threads(rank)[one.thread];
            const std::string name = ranks.call_name(thread, one.call);
            stuck.push_back({rank, thread.reported_number(), name, thread.program->location_text(thread.location),
                             fmt::format("{} of rank {}; {} instead", name, one.other, one.theirs)});
            stuck.back().window = ranks.window_name(rank, one.window);
            stuck.back().awaited = {one.other};
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
