// What reports on runs of family ch4 need to know.
#pragma once

#include "protocol/ch4/engine.h"
#include "sim/scenario/families/family.h"

namespace rmasim::sim {

std::vector<LockAtTarget> locks_waiting_at(const ch4::Engine& target);
bool is_missed_in_ch4(Rank rank, const AwaitedRank& awaited, const Packet& lost);

}  // namespace rmasim::sim
