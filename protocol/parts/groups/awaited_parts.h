// Helpers for reports on waiting calls that most families share.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/parts/collectives/barrier.h"
#include "protocol/parts/groups/group_wait.h"
#include "protocol/parts/groups/window_group.h"

#include <string>

namespace rmasim {

// Adds the rank from which an instance of a barrier lacks a packet. `group` converts the barrier's communicator ranks
// to ranks. It is null if they are the same.
inline void add_barrier(AwaitedRanks& awaited, const Barrier& barrier, Barrier::Instance instance, WindowId window,
                        const RankGroup* group = nullptr) {
    awaited.add(world_rank_of(group, barrier.missing_from(instance)), Awaited::barrier, window);
}
inline void add_barrier(AwaitedRanks& awaited, const Barrier& barrier, WindowId window,
                        const RankGroup* group = nullptr) {
    add_barrier(awaited, barrier, barrier.entered(), window, group);
}

// Adds the ranks from which `group` still lacks a message. `members` converts the communicator ranks in `group` to
// ranks; null if `group` contains ranks.
inline void add_missing(AwaitedRanks& awaited, const GroupWait& group, Awaited what, WindowId window,
                        const RankGroup* members = nullptr) {
    group.for_each_missing([&](Rank comm_rank) { awaited.add(world_rank_of(members, comm_rank), what, window); });
}

// Returns " from rank 3", or nothing if no rank is awaited.
inline std::string from_text(const AwaitedRanks& awaited) {
    return awaited.ranks.empty() ? std::string() : " from " + awaited.text();
}

}  // namespace rmasim
