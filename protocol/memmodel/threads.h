// The threads of all ranks, with their clocks and their active calls.
#pragma once

#include "protocol/memmodel/setup.h"
#include "protocol/memmodel/thread_state.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace rmasim::memmodel {

class Threads {
public:
    explicit Threads(const Setup& setup);

    ThreadIndex index(const Origin& origin) const { return of_rank_[at(origin.rank)][origin.thread]; }
    ThreadState& state(const Origin& origin) { return states_[index(origin)]; }
    ThreadState& state(ThreadIndex thread) { return states_[thread]; }
    // Returns the rank of a thread and its number in that rank.
    std::pair<Rank, std::uint32_t> rank_and_number_of(ThreadIndex thread) const { return rank_and_number_of_[thread]; }
    Rank rank_of(ThreadIndex thread) const { return rank_and_number_of_[thread].first; }
    // Returns the threads that the rank has had.
    const std::vector<ThreadIndex>& of_rank(Rank rank) const { return of_rank_[at(rank)]; }
    // Returns the thread of a rank that never has another one. Otherwise returns no_thread.
    ThreadIndex only_of(Rank rank) const {
        const std::vector<ThreadIndex>& threads = of_rank(rank);
        return threads.size() == 1 && !more_may_start_ ? threads.front() : no_thread;
    }

    // Starts a thread with the rank's next number, or a thread that has ended. Returns true if the thread is new.
    bool start(Rank rank, std::uint32_t number);
    void end(Rank rank, std::uint32_t number);

    // The clock of a thread has acquired another one.
    void joined() { ++joins_; }
    // Computes the clock of all threads (Everybody) if there were enough joins since the last time, and returns true.
    bool renew_known_to_all();
    const std::vector<Tick>& known_to_all() const { return known_to_all_; }

private:
    bool more_may_start_;
    std::uint64_t joins_per_thread_;
    std::vector<std::vector<ThreadIndex>> of_rank_;                   // by rank
    std::vector<std::pair<Rank, std::uint32_t>> rank_and_number_of_;  // by thread
    std::vector<ThreadState> states_;
    std::vector<Tick> known_to_all_;
    std::uint64_t joins_ = 0;  // joins of clocks since known_to_all_ was computed
};

}  // namespace rmasim::memmodel
