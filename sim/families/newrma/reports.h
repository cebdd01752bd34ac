// What reports on runs that cannot finish ask of New RMA.
#pragma once

#include "protocol/newrma/engine.h"
#include "sim/families/family.h"

#include <vector>

namespace rmasim::sim {

// Of the windows that some rank waits for.
std::vector<LockAtTarget> locks_awaited_at(const newrma::Engine& target);
std::vector<PlaceInTree> tree_places_of(const newrma::Engine& engine);
// As Family::is_missed.
bool is_missed_by(Rank rank, const AwaitedRank& awaited, const Packet& lost);

}  // namespace rmasim::sim
