// What reports on runs of family ch3 need to know.
#pragma once

#include "protocol/ch3/engine.h"
#include "sim/scenario/families/family.h"

namespace rmasim::sim {

std::vector<LockAtTarget> locks_waiting_at(const ch3::Engine& target);
Rank lacks_for_ibarrier(const ch3::Engine& engine, WindowId window);
bool is_missed_in_ch3(Rank rank, const AwaitedRank& awaited, const Packet& lost);

}  // namespace rmasim::sim
