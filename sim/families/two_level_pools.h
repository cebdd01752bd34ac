// Operation and target elements in two-level pools, for families that have both: a local level for each window and a
// global one.
#pragma once

#include "protocol/parts/sizes.h"
#include "sim/families/family.h"

#include <span>
#include <string>
#include <vector>

namespace rmasim::sim {

struct ElementPool {
    PoolSize size;
    std::size_t element_bytes = 0;
};

// Operation elements first; for each kind the global level, then the local levels of the windows.
std::vector<Pool> two_level_pools(const ElementPool& ops, const ElementPool& targets,
                                  std::span<const std::string> windows);

// The counters in the same order.
template <class Engine>
void read_two_level_counters(const Engine& engine, std::vector<PoolLevelCounter>& counters) {
    counters.clear();
    counters.push_back(engine.global_ops());
    for (const auto& window : engine.windows()) counters.push_back(window.local_ops);
    counters.push_back(engine.global_targets());
    for (const auto& window : engine.windows()) counters.push_back(window.local_targets);
}

template <class Engine>
void shrink_two_level_pool(Engine& engine, const PoolShrink& shrink) {
    if (shrink.level == PoolLevel::global) {
        engine.shrink_global_pool(shrink.kind, shrink.to);
    } else {
        engine.shrink_local_pool(shrink.kind, shrink.window, shrink.to);
    }
}

}  // namespace rmasim::sim
