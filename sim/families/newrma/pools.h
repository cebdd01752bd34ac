// New RMA's pools: operation and target elements, a local level for each window and a global one.
#pragma once

#include "protocol/newrma/engine.h"
#include "sim/families/family.h"

#include <span>
#include <string>
#include <vector>

namespace rmasim::sim {

// Operation elements first; for each kind the global level, then the local levels of the windows.
std::vector<Pool> pools_for(const newrma::Config& config, std::span<const std::string> windows);
// The counters in the same order.
void read_counters_of(const newrma::Engine& engine, std::vector<PoolLevelCounter>& counters);
void shrink_pool_of(newrma::Engine& engine, const PoolShrink& shrink);

}  // namespace rmasim::sim
