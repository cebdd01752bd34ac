// New RMA's part of the reports on runs that cannot finish.
#pragma once

#include "protocol/newrma/engine.h"
#include "sim/scenario/families/family.h"

#include <vector>

namespace rmasim::sim {

// The locks of the windows on which some rank waits.
std::vector<LockAtTarget> locks_awaited_at(const newrma::Engine& target);
std::vector<TreeNode> tree_places_of(const newrma::Engine& engine);
// See Family::waits_because_of_loss.
bool is_missed_by(Rank rank, const AwaitedRank& awaited, const Packet& lost);

}  // namespace rmasim::sim
