// Mutexes in the untimed world. A process requests or releases a mutex within its current step. The process acquires
// the mutex in a later step of its own. If a process pauses while it holds a mutex, it also continues in a step of its
// own. Steps of other ranks may be executed before these steps.
#pragma once

#include "sim/machine/memory/footprint.h"
#include "sim/programs/mutex_table.h"
#include "sim/untimed/world/move.h"

#include <string>
#include <vector>

namespace rmasim::sim {

class UntimedMutexes final : public Mutexes {
public:
    // Each use of a mutex is recorded in `footprint` like an access to a word of memory.
    UntimedMutexes(Rank ranks, Footprint& footprint) : waits_(static_cast<std::size_t>(ranks)), footprint_(footprint) {}

    void clear();
    // Sets the number of the step to which the following calls belong.
    void begin_step(StepNumber step) { step_ = step; }

    void lock(Rank rank, MutexId mutex) override;
    void unlock(Rank rank, MutexId mutex) override;
    void pause(Rank rank) override;
    bool busy(Rank rank) const override { return waits_[static_cast<std::size_t>(rank)].busy; }
    Rank holder(MutexId mutex) const override { return table_.holder(mutex); }

    std::size_t move_count() const;
    Move* copy_moves_to(Move* at) const;  // in order of ranks
    // Executes the move, in which a rank acquires a mutex or continues after a pause. Afterwards the rank waits for no
    // mutex.
    void carry_out(const Move& move) { waits_[static_cast<std::size_t>(move.rank)] = {}; }
    // Returns the text of a move: "0 takes mutex 3 of rank 1 (window 0)", "0 goes on under mutexes".
    std::string text_of(const Move& move) const;

private:
    struct Waiting {
        bool busy = false;
        bool possible = false;  // true if the rank can continue
        bool for_mutex = false;
        MutexId mutex;
        StepNumber enabled_by = 0;
        StepNumber given_by = 0;  // the step in which another rank released the mutex
    };
    void touch(MutexId mutex);

    std::vector<Waiting> waits_;  // by rank
    MutexTable table_;
    Footprint& footprint_;
    StepNumber step_ = 0;
};

}  // namespace rmasim::sim
