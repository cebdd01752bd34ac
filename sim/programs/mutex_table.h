// The holders of mutexes in shared memory. Each mutex has a queue of waiting ranks, in the order of their requests.
#pragma once

#include "protocol/base/world.h"

#include <deque>
#include <map>
#include <optional>

namespace rmasim::sim {

class MutexTable {
public:
    // Requests a mutex. If the mutex is free, `rank` becomes the holder, and the function returns true. Otherwise
    // `rank` is added to the queue.
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
