// What a call waits for, as most families say it (Process::awaited_ranks).
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/parts/barrier.h"
#include "protocol/parts/group_wait.h"

namespace rmasim {

// The rank whose packet an instance of a barrier lacks.
inline void add_barrier(AwaitedRanks& awaited, const Barrier& barrier, Barrier::Instance instance, WindowId window) {
    awaited.add(barrier.missing_from(instance), Awaited::barrier, window);
}
inline void add_barrier(AwaitedRanks& awaited, const Barrier& barrier, WindowId window) {
    add_barrier(awaited, barrier, barrier.entered(), window);
}

// The members of a group that have not sent what it waits for.
inline void add_missing(AwaitedRanks& awaited, const GroupWait& group, Awaited what, WindowId window) {
    group.for_each_missing([&](Rank rank) { awaited.add(rank, what, window); });
}

}  // namespace rmasim
