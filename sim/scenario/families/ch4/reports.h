// Functions of family ch4 for reports on runs that cannot finish.
#pragma once

#include "protocol/ch4/engine.h"
#include "sim/scenario/families/family.h"

namespace rmasim::sim {

// The locks of a target's windows for which requests wait. Implements Family::locks_awaited.
std::vector<LockAtTarget> locks_waiting_at(const ch4::Engine& target);
// The origins of accumulates whose data the target awaits. Implements Family::data_awaited.
std::vector<Rank> data_awaited_at(const ch4::Engine& target);
// True if `rank` waits because `lost` was lost. Implements Family::waits_because_of_loss.
bool is_missed_in_ch4(Rank rank, const AwaitedRank& awaited, const Packet& lost);

}  // namespace rmasim::sim
