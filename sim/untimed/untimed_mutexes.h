// Mutexes in a world without a clock. Asking for one and giving it back belong to the step in which the process does
// so; having it, and going on after a pause, are steps of their own, so that others may come in between.
#pragma once

#include "sim/memory/footprint.h"
#include "sim/ranks/mutex_table.h"
#include "sim/untimed/move.h"

#include <string>
#include <vector>

namespace rmasim::sim {

class UntimedMutexes final : public Mutexes {
public:
    // What is done to a mutex is written to `footprint`, as if it were done to a word.
    UntimedMutexes(Rank ranks, Footprint& footprint) : waits_(static_cast<std::size_t>(ranks)), footprint_(footprint) {}

    void clear();
    // What follows happens in that step.
    void begin_step(StepNumber step) { step_ = step; }

    void lock(Rank rank, MutexId mutex) override;
    void unlock(Rank rank, MutexId mutex) override;
    void pause(Rank rank) override;
    bool busy(Rank rank) const override { return waits_[static_cast<std::size_t>(rank)].busy; }
    Rank holder(MutexId mutex) const override { return table_.holder(mutex); }

    void append_moves(std::vector<Move>& moves) const;
    // The rank may go on.
    void carry_out(const Move& move) { waits_[static_cast<std::size_t>(move.rank)] = {}; }
    // "0 takes mutex 3 of rank 1 (window 0)", "0 goes on under mutexes"
    std::string text_of(const Move& move) const;

private:
    struct Waiting {
        bool busy = false;
        bool possible = false;  // to go on
        bool for_mutex = false;
        MutexId mutex;
        StepNumber enabled_by = 0;
        StepNumber given_by = 0;  // the step at another rank that gave the mutex back
    };
    void touch(MutexId mutex);

    std::vector<Waiting> waits_;  // by rank
    MutexTable table_;
    Footprint& footprint_;
    StepNumber step_ = 0;
};

}  // namespace rmasim::sim
