#include "sim/faults/shrink_pool.h"

namespace rmasim::sim {

ShrunkPool shrink_pool(Process& process, const PoolShrink& shrink, std::string when) {
    newrma::Engine& engine = dynamic_cast<newrma::Engine&>(process);
    if (shrink.level == PoolLevel::global) {
        engine.shrink_global_pool(shrink.kind, shrink.to);
    } else {
        engine.shrink_local_pool(shrink.kind, shrink.window, shrink.to);
    }
    return {.rank = engine.rank(),
            .kind = shrink.kind,
            .level = shrink.level,
            .window = shrink.window,
            .name = shrink.pool,
            .to = shrink.to,
            .when = std::move(when)};
}

}  // namespace rmasim::sim
