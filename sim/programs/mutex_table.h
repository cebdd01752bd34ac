// The holders of mutexes in shared memory, and the queues of ranks that wait for them, in the order of their requests.
#pragma once

#include "protocol/base/world.h"

#include <deque>
#include <map>
#include <optional>

namespace rmasim::sim {

class MutexTable {
public:
    // Requests a mutex. Returns true if it was free and `rank` holds it now. Otherwise `rank` waits in the queue.
    bool ask(Rank rank, MutexId mutex);
    // Releases a mutex. Returns the next holder, or no_rank if no rank waits.
    Rank give_back(MutexId mutex);
    Rank holder(MutexId mutex) const;
    void clear() { mutexes_.clear(); }

private:
    struct Mutex {
        Rank holder = no_rank;
        std::deque<Rank> line;
    };
    std::map<MutexId, Mutex> mutexes_;  // only mutexes that have a holder
};

}  // namespace rmasim::sim
