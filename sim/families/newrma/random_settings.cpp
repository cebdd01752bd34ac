#include "sim/families/newrma/random_settings.h"

namespace rmasim::sim {

namespace {

PoolSize draw_pool(Random& random) {
    return one_of<PoolSize>(random, {{1, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 2}, {8, 8}, {64, 64}});
}

// From a copy, so that a seed draws the same program as before this setting existed.
LockOrder draw_lock_order(Random random) {
    constexpr int drawn_by_others = 8;  // numbers that decide about the program
    for (int i = 0; i < drawn_by_others; ++i) random.below(2);
    return one_of<LockOrder>(random,
                             {LockOrder::fifo, LockOrder::fifo, LockOrder::readers_first, LockOrder::holders_first});
}

}  // namespace

newrma::Config draw_config(Random& random) {
    newrma::Config config;
    config.slots = one_of<std::uint32_t>(random, {1, 2, 8});
    config.op_pool = draw_pool(random);
    config.target_pool = draw_pool(random);
    config.piggyback_threshold = one_of<std::uint32_t>(random, {0, 1, 2, 8});
    config.single_op_threshold_bytes = one_of<std::uint32_t>(random, {0, 8, 64});
    config.optimizations = {chance(random, 60), chance(random, 60), chance(random, 60), chance(random, 30)};
    config.cleanup = chance(random, 30) ? newrma::Cleanup::flush : newrma::Cleanup::restore;
    config.lock_buffer = {one_of<std::uint32_t>(random, {0, 1, 64}), one_of<std::uint32_t>(random, {0, 8, 65536})};
    config.lock_all_requests = one_of<std::uint32_t>(random, {1, 2, 8});
    config.pscw_tree = one_of<std::uint32_t>(random, {0, 0, 0, 2, 3});
    config.accumulate_ordering = chance(random, 80);
    config.lock_order = draw_lock_order(random);
    return config;
}

newrma::Config widened(newrma::Config config, bool ordered) {
    config.op_pool = config.target_pool = {4096, 4096};
    config.piggyback_threshold = 4096;
    config.optimizations.lazy_free = true;
    config.lock_buffer = {4096, 1U << 20};
    if (!ordered) config.optimizations.piggyback = false;
    return config;
}

}  // namespace rmasim::sim
