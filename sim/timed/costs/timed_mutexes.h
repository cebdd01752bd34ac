// Mutexes in virtual time. The clock of a rank may be ahead of the time of the current event. So a rank requests and
// releases a mutex in separate events, at the time of the rank's clock. Each step while the rank holds the mutex is
// also an event of its own. Hence no rank acquires a mutex before the holder has released it, and ranks acquire a mutex
// in the order of the times of their requests.
#pragma once

#include "sim/machine/engine/event_loop.h"
#include "sim/programs/mutex_table.h"
#include "sim/timed/costs/cpu.h"
#include "sim/timed/outcome.h"
#include "sim/timed/ranks/run_ranks.h"

#include <vector>

namespace rmasim::sim {

class TimedMutexes final : public Mutexes {
public:
    // `ranks` may still be empty when the constructor is called. It must have `count` ranks before the first call of
    // another function.
    TimedMutexes(EventLoop& loop, Cpu& cpu, RunRanks& ranks, Rank count)
        : loop_(loop), cpu_(cpu), ranks_(ranks), busy_(static_cast<std::size_t>(count), 0) {}

    void lock(Rank rank, MutexId mutex) override;
    void unlock(Rank rank, MutexId mutex) override;
    void pause(Rank rank) override;
    bool busy(Rank rank) const override { return busy_[static_cast<std::size_t>(rank)] != 0; }
    Rank holder(MutexId mutex) const override { return table_.holder(mutex); }

    // Handles an event that lock(), unlock() or pause() has scheduled. Returns the rank that can continue, or no_rank.
    Rank handle(EventKind kind, const Packet& packet);
    const MutexCounts& counts() const { return counts_; }

private:
    void schedule(EventKind kind, Rank rank, MutexId mutex);

    EventLoop& loop_;
    Cpu& cpu_;
    RunRanks& ranks_;
    std::vector<char> busy_;
    MutexTable table_;
    MutexCounts counts_;
};

}  // namespace rmasim::sim
