// Functions of family oldqueue for reports on runs that cannot finish.
#pragma once

#include "protocol/oldqueue/engine.h"
#include "sim/scenario/families/family.h"

#include <vector>

namespace rmasim::sim {

// The locks for which requests in the target's queue wait, with their holders and the waiting ranks. Implements
// Family::locks_awaited.
std::vector<LockAtTarget> locks_in_queue_of(const oldqueue::Engine& target);
// True if `rank` waits because `lost` was lost. Implements Family::waits_because_of_loss.
bool is_missed_in_queue(Rank rank, const AwaitedRank& awaited, const Packet& lost);

}  // namespace rmasim::sim
