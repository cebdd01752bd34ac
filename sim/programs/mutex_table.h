// The holders of mutexes in shared memory, and the ranks that wait for them: first come, first served.
#pragma once

#include "protocol/base/world.h"

#include <deque>
#include <map>
#include <optional>

namespace rmasim::sim {

class MutexTable {
public:
    // True if the mutex was free and `rank` has it now; otherwise `rank` waits in the queue.
    bool ask(Rank rank, MutexId mutex);
    // Returns the next holder; no_rank if no rank waits.
    Rank give_back(MutexId mutex);
    Rank holder(MutexId mutex) const;
    void clear() { mutexes_.clear(); }

private:
    struct Mutex {
        Rank holder = no_rank;
        std::deque<Rank> line;
    };
    std::map<MutexId, Mutex> mutexes_;  // only those that have a holder
};

}  // namespace rmasim::sim
