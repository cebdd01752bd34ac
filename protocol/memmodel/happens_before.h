// Happens-before: the edges between threads that no call of MPI creates, and the records for predictions (SPEC.md,
// MM-PREDICT): holdings of locks, values read, matches of receives. Calls of MPI create their edges in the classes of
// these calls.
#pragma once

#include "protocol/memmodel/findings.h"
#include "protocol/memmodel/shadow/shadow.h"
#include "protocol/memmodel/threads.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace rmasim::memmodel {

class HappensBefore {
public:
    HappensBefore(const Setup& setup, Threads& threads, Shadow& shadow);

    // Synchronisation of threads of one rank: one thread sets a flag (`released`), another thread has waited for the
    // flag (`awaited`). The caller describes barriers and joins of threads by such flags.
    void released(const Origin& origin, std::uint32_t flag);
    void awaited(const Origin& origin, std::uint32_t flag);
    // Synchronisation of ranks outside of MPI calls. `moment` returns the current moment of a thread. `acquires_clock`
    // orders the later steps of another thread after such a moment.
    Moment moment(const Origin& origin);
    void acquires_clock(const Origin& origin, const Moment& moment);
    void acquires_clock(const Origin& origin, const Knowledge& known);
    // Like `acquires_clock`, for a message that a receive of any source took. The caller sets `has_other` of the
    // returned object if the receive could have taken another message. Returns null if nothing is predicted.
    MatchRef acquires_match(const Origin& origin, const Moment& sent, Rank source);
    // True if the thread is ordered after the moment in every run with the same values, not only in this run
    // (MM-PREDICT).
    bool needs(const Origin& origin, const Moment& moment);
    // The program has executed a memory barrier (MM-SHM-2). MPI calls contain further memory barriers.
    void memory_barrier(const Origin& origin);
    // Starts a new thread with the rank's next number, or a thread that has ended. The new thread is not ordered after
    // any other thread's steps. It must first await a flag of the thread that created it.
    void thread_started(Rank rank, std::uint32_t thread);
    // The thread has no more events.
    void ended(Rank rank, std::uint32_t thread) { threads_.end(rank, thread); }

    // ---- For the classes of MPI's calls.
    bool predicts() const { return predicts_; }
    // Records the reads of a thread: what it needs from now on. Later loads and stores get a span of their own.
    void need(ThreadState& thread, const Needed& read);
    // Adds the writes that an operation has read to all prefixes, because they will not be stored.
    void include(const Needed& read) { orders_.include(read); }
    // The rank holds the lock, or will when it is granted.
    void hold(Rank rank, Toward& toward) const;
    // The lock is granted for this section.
    void granted(LockState& lock, const SectionRef& section) { orders_.granted(lock.history, section); }
    // Orders the thread after releases of a lock, which it does not need in another run. `all`: `gates` includes its
    // clock.
    void order_after_releases(ThreadState& thread, const Knowledge& gates, bool all) const;
    // The thread is ordered after the grant of the lock, and so in this run after the earlier releases.
    void order_after_lock(ThreadState& thread, const Knowledge& gates, const SectionRef& section) const;
    // Returns the minimum of the clocks of all threads (Everybody), as of its last computation.
    const std::vector<Tick>& known_to_all();
    // Returns the reason why a pair of accesses is ordered. Call this at the end of the run.
    Prediction reason(const Concerned& first, const Concerned& second) const { return orders_.reason(first, second); }
    // Returns the number of pairs of statements that, as far as the checker can find, only this run has ordered.
    // `by_lock` counts pairs that are ordered by the order in which ranks acquired a lock. `by_match` counts pairs that
    // are ordered by the message that a receive of any source took.
    struct OrderedByRun {
        std::uint64_t by_lock = 0, by_match = 0;
    };
    OrderedByRun ordered_by_run(const Findings& findings) const;

private:
    bool predicts_;
    Threads& threads_;
    Shadow& shadow_;
    Orders orders_;
    std::map<std::pair<Rank, std::uint32_t>, Sum> flags_;
};

}  // namespace rmasim::memmodel
