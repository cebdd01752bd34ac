// Who has which mutex in shared memory, and who waits for it: first come, first served.
#pragma once

#include "protocol/base/world.h"

#include <deque>
#include <map>
#include <optional>

namespace rmasim::sim {

class MutexTable {
public:
    // Free: `rank` has it now, and true. Else it waits in line.
    bool ask(Rank rank, MutexId mutex);
    // Who has it next; no_rank: nobody waits.
    Rank give_back(MutexId mutex);
    Rank holder(MutexId mutex) const;
    void clear() { mutexes_.clear(); }

private:
    struct Mutex {
        Rank holder = no_rank;
        std::deque<Rank> line;
    };
    std::map<MutexId, Mutex> mutexes_;  // those that somebody has
};

}  // namespace rmasim::sim
