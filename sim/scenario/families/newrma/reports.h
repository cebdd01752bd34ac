// Functions of family newrma for reports on runs that cannot finish.
#pragma once

#include "protocol/newrma/engine.h"
#include "sim/scenario/families/family.h"

#include <vector>

namespace rmasim::sim {

// The locks of a target's windows for which requests wait. Implements Family::locks_awaited.
std::vector<LockAtTarget> locks_awaited_at(const newrma::Engine& target);
// The nodes of a process in trees of COMPLETEs. Implements Family::tree_nodes.
std::vector<TreeNode> tree_nodes_of(const newrma::Engine& engine);
// True if `rank` waits because `lost` was lost. Implements Family::waits_because_of_loss.
bool is_missed_by(Rank rank, const AwaitedRank& awaited, const Packet& lost);

}  // namespace rmasim::sim
