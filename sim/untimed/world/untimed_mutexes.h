// Mutexes in the untimed world. Requesting and releasing a mutex are part of the step in which the process does so.
// Acquiring it, and continuing after a pause, are separate steps, so steps of other ranks may be executed in between.
#pragma once

#include "sim/machine/memory/footprint.h"
#include "sim/programs/mutex_table.h"
#include "sim/untimed/world/move.h"

#include <string>
#include <vector>

namespace rmasim::sim {

class UntimedMutexes final : public Mutexes {
public:
    // Uses of a mutex are recorded in `footprint` like accesses to a word.
    UntimedMutexes(Rank ranks, Footprint& footprint) : waits_(static_cast<std::size_t>(ranks)), footprint_(footprint) {}

    void clear();
    // The following calls belong to step `step`.
    void begin_step(StepNumber step) { step_ = step; }

    void lock(Rank rank, MutexId mutex) override;
    void unlock(Rank rank, MutexId mutex) override;
    void pause(Rank rank) override;
    bool busy(Rank rank) const override { return waits_[static_cast<std::size_t>(rank)].busy; }
    Rank holder(MutexId mutex) const override { return table_.holder(mutex); }

    std::size_t move_count() const;
    Move* copy_moves_to(Move* at) const;  // in order of ranks
    // Executes the move. Afterwards the rank is not busy.
    void carry_out(const Move& move) { waits_[static_cast<std::size_t>(move.rank)] = {}; }
    // Returns the text of a move: "0 takes mutex 3 of rank 1 (window 0)", "0 goes on under mutexes".
    std::string text_of(const Move& move) const;

private:
    struct Waiting {
        bool busy = false;
        bool possible = false;  // the rank can continue
        bool for_mutex = false;
        MutexId mutex;
        StepNumber enabled_by = 0;
        StepNumber given_by = 0;  // the step at another rank that released the mutex
    };
    void touch(MutexId mutex);

    std::vector<Waiting> waits_;  // by rank
    MutexTable table_;
    Footprint& footprint_;
    StepNumber step_ = 0;
};

}  // namespace rmasim::sim
