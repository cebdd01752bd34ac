// Functions of family ch3 for reports on runs that cannot finish.
#pragma once

#include "protocol/ch3/engine.h"
#include "sim/scenario/families/family.h"

namespace rmasim::sim {

// See Family::locks_awaited.
std::vector<LockAtTarget> locks_waiting_at(const ch3::Engine& target);
// See Family::awaited_in_background.
Rank awaited_by_ibarrier(const ch3::Engine& engine, WindowId window);
// See Family::waits_because_of_loss.
bool is_missed_in_ch3(Rank rank, const AwaitedRank& awaited, const Packet& lost);

}  // namespace rmasim::sim
