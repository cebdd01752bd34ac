#include "sim/machine/faults/shrink_pool.h"

namespace rmasim::sim {

ShrunkPool shrink_pool(const Family& family, Process& process, const PoolShrink& shrink, std::string when) {
    family.counters.shrink(process, shrink);
    return {.rank = process.rank(),
            .kind = shrink.kind,
            .level = shrink.level,
            .window = shrink.window,
            .name = shrink.pool,
            .to = shrink.to,
            .when = std::move(when)};
}

}  // namespace rmasim::sim
