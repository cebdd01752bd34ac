// Mutexes in virtual time. A rank's clock runs ahead of the events, so whatever it does to a mutex happens at an event
// of that time: taking it, giving it back, and what lies between. So no rank takes a mutex before another one gave it
// back, and those that wait do so in the order of their clocks.
#pragma once

#include "sim/engine/event_loop.h"
#include "sim/ranks/mutex_table.h"
#include "sim/run/cpu.h"
#include "sim/run/outcome.h"
#include "sim/run/run_ranks.h"

#include <vector>

namespace rmasim::sim {

class TimedMutexes final : public Mutexes {
public:
    // `ranks` may still be empty: it will hold `count` ranks.
    TimedMutexes(EventLoop& loop, Cpu& cpu, RunRanks& ranks, Rank count)
        : loop_(loop), cpu_(cpu), ranks_(ranks), busy_(static_cast<std::size_t>(count), 0) {}

    void lock(Rank rank, MutexId mutex) override;
    void unlock(Rank rank, MutexId mutex) override;
    void pause(Rank rank) override;
    bool busy(Rank rank) const override { return busy_[static_cast<std::size_t>(rank)] != 0; }
    Rank holder(MutexId mutex) const override { return table_.holder(mutex); }

    // An event that one of the above scheduled. The rank that may go on now, or no_rank.
    Rank handle(const Event& event);
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
