#include "sim/families/two_level_pools.h"

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

std::vector<Pool> two_level_pools(const ElementPool& ops, const ElementPool& targets,
                                  std::span<const std::string> windows) {
    std::vector<Pool> pools;
    pools.reserve(2 * (windows.size() + 1));
    const Pool op{.name = "op", .kind = ElementKind::operation, .element_bytes = ops.element_bytes};
    const Pool target{.name = "target", .kind = ElementKind::target, .element_bytes = targets.element_bytes};
    add_kind(pools, op, ops.size, windows);
    add_kind(pools, target, targets.size, windows);
    return pools;
}

}  // namespace rmasim::sim
