#include "sim/families/newrma/pools.h"

namespace rmasim::sim {

namespace {

void add_kind(std::vector<Pool>& pools, const Pool& global, const PoolSize& size,
              std::span<const std::string> windows) {
    const std::string stem = global.name + '.';
    pools.push_back(global);
    pools.back().name = stem + "global";
    pools.back().size = size.global;
    for (WindowId id = 0; id < windows.size(); ++id) {
        pools.push_back(global);
        pools.back().name = stem + "local." + windows[id];
        pools.back().level = PoolLevel::local;
        pools.back().window = id;
        pools.back().size = size.local;
    }
}

}  // namespace

std::vector<Pool> pools_for(const newrma::Config& config, std::span<const std::string> windows) {
    std::vector<Pool> pools;
    const Pool ops{.name = "op", .kind = ElementKind::operation, .element_bytes = sizeof(newrma::OperationElement)};
    const Pool targets{.name = "target", .kind = ElementKind::target, .element_bytes = sizeof(newrma::TargetElement)};
    add_kind(pools, ops, config.op_pool, windows);
    add_kind(pools, targets, config.target_pool, windows);
    return pools;
}

void read_counters_of(const newrma::Engine& engine, std::vector<PoolLevelCounter>& counters) {
    counters.clear();
    counters.push_back(engine.global_ops());
    for (const newrma::Window& window : engine.windows()) counters.push_back(window.local_ops);
    counters.push_back(engine.global_targets());
    for (const newrma::Window& window : engine.windows()) counters.push_back(window.local_targets);
}

void shrink_pool_of(newrma::Engine& engine, const PoolShrink& shrink) {
    if (shrink.level == PoolLevel::global) {
        engine.shrink_global_pool(shrink.kind, shrink.to);
    } else {
        engine.shrink_local_pool(shrink.kind, shrink.window, shrink.to);
    }
}

}  // namespace rmasim::sim
