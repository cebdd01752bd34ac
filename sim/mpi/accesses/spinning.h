// Detects ranks that wait in loops for events that never happen. The class counts polls. Any progress of the run
// restarts the counts.
#pragma once

#include "sim/mpi/program_events.h"
#include "sim/scenario/model/polling_settings.h"
#include "sim/scenario/model/program.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

class Spinning {
public:
    // The limits that a poll can reach. The limit of CPU time is not among them, because it concerns loops without
    // polls.
    enum class Limit : std::uint8_t { none, polls, clock };

    // The polls of a thread since the last progress of the run.
    struct Polls {
        Caller last;              // the thread's last poll
        std::uint64_t count = 0;  // number of polls
        // The number of polls of the clock at one call site, with no other action of the thread in between.
        std::uint64_t clock_in_a_row = 0;
        std::int64_t loop_began_ns = 0;  // time of the first of these polls
        bool sleeps = false;             // true while the thread sleeps
        std::uint64_t turn = 0;          // `count` is 0 unless this is the current turn
    };

    Spinning(const PollingSettings& limits, Rank ranks) : limits_(limits), of_rank_(static_cast<std::size_t>(ranks)) {}

    // Records a poll at virtual time `now_ns` and returns the limit that is reached.
    Limit polled(Rank rank, ThreadId thread, const Caller& caller, PollKind kind, std::int64_t now_ns);
    // Records the beginning and the end of a sleep.
    void sleeps(Rank rank, ThreadId thread, bool begins) { polls_of(rank, thread).sleeps = begins; }
    // Records an action of a thread that is no poll.
    void ends_loop(Rank rank, ThreadId thread) { polls_of(rank, thread).clock_in_a_row = 0; }
    // Records progress of the run.
    void progressed() {
        ++turn_;
        polls_ = 0;
        clock_only_ = true;
    }
    // Restarts the count of polls, because an event is still pending that may be progress.
    void goes_on() {
        polls_ = 0;
        clock_only_ = true;
    }
    // Returns the virtual time that the thread's next poll of the clock takes in addition. Loops that poll only the
    // clock then have fewer rounds.
    std::int64_t clock_takes_ns(Rank rank, ThreadId thread, std::int64_t now_ns);

    // True if a thread sleeps that has not polled since the last progress. After its sleep, it may cause an event.
    bool any_first_sleep() const;
    // Returns the number of threads that have polled since the last progress.
    std::size_t polling_threads() const;
    std::uint64_t polls() const { return polls_; }
    // Calls `visit(rank, thread, polls)` for each thread that has polled since the last progress.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t rank = 0; rank < of_rank_.size(); ++rank) {
            for (std::size_t thread = 0; thread < of_rank_[rank].size(); ++thread) {
                const Polls& polls = of_rank_[rank][thread];
                if (polls.turn == turn_ && polls.count > 0)
                    visit(static_cast<Rank>(rank), static_cast<ThreadId>(thread), polls);
            }
        }
    }

private:
    Polls& polls_of(Rank rank, ThreadId thread);

    PollingSettings limits_;
    std::vector<std::vector<Polls>> of_rank_;  // by rank and thread
    std::uint64_t turn_ = 1;                   // changes with each progress
    std::uint64_t polls_ = 0;                  // number of polls of all ranks since the last progress
    bool clock_only_ = true;                   // true if these are all polls of the clock
    std::int64_t began_ns_ = 0;                // time of the first of these polls
};

}  // namespace rmasim::sim
