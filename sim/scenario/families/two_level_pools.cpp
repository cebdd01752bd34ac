#include "sim/scenario/families/two_level_pools.h"

namespace rmasim::sim {

namespace {

// A random size of a local level. Most sizes are small, because most bugs need exhausted resources. The size is at
// least 1 if the global level is empty.
LocalPool randomize_local(Random& random, const PoolSize& all) {
    const auto local = one_of<std::uint32_t>(random, {0, 1, 1, 2, 3, 8});
    return {all.global == 0 ? std::max<std::uint32_t>(local, 1) : local};
}

}  // namespace

void randomize_window_sizes(Random random, const PoolSize& op_pool, const PoolSize& target_pool,
                           SizesOfWindows& of_windows) {
    constexpr WindowId max_windows = 4;
    of_windows.clear();
    if (!chance(random, 33)) return;
    of_windows.resize(max_windows);
    for (auto& sizes : of_windows) {
        const bool is_random = chance(random, 60);
        const auto slots = one_of<std::uint32_t>(random, {1, 2, 3, 8});
        const LocalPool ops = randomize_local(random, op_pool), targets = randomize_local(random, target_pool);
        if (is_random) sizes = WindowSizes{slots, ops, targets};
    }
}

}  // namespace rmasim::sim
