// Random epochs with one lock, several shared locks or LOCK_ALL, concurrent with writers, with small pools and any
// order of delivery. With `fifo`, some of these legal programs block. With the other two lock orders, no program
// blocks.
#include "tests/property/configure.h"
#include "tests/property/expectations.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rmasim::property {

namespace {

constexpr Rank lockers = 5;

newrma::Config settings(sim::Random& random, LockOrder order) {
    constexpr PoolSize sizes[] = {{0, 1}, {1, 0}, {1, 1}, {2, 2}, {8, 8}};
    newrma::Config config;
    config.lock_order = order;
    randomize_pools(random, sizes, config);
    config.optimizations = {chance(random, 60), chance(random, 60), chance(random, 60), chance(random, 30)};
    config.lock_buffer = {below<std::uint32_t>(random, 3), 65'536};
    return config;
}

void add_operations(sim::Random& random, Rank rank, const Group& targets, std::vector<Step>& steps) {
    for (std::uint64_t left = 1 + random.below(2 * targets.size()); left > 0; --left) {
        const Rank target = element_of(random, targets);
        Step sum{.call = Call::accumulate, .target = target, .kind = OpKind::accumulate, .reduce = ReduceOp::sum};
        sum.region = {static_cast<std::uint64_t>(rank) * block_bytes, 1, 0, 0, Datatype::int64};
        sum.value = 1 + below<std::int64_t>(random, 9);
        steps.push_back(sum);
        if (chance(random, 40)) steps.push_back({.call = Call::flush, .target = target});
    }
}

void add_locked(sim::Random& random, Rank rank, LockType type, const Group& targets, std::vector<Step>& steps) {
    for (const Rank target : targets) steps.push_back({.call = Call::lock, .target = target, .lock_type = type});
    add_operations(random, rank, targets, steps);
    for (const Rank target : targets) steps.push_back({.call = Call::unlock, .target = target});
}

Group some_ranks(sim::Random& random, std::size_t count) {
    Group all{0, 1, 2, 3, 4};
    shuffle(random, all);
    all.resize(count);
    return all;
}

void add_epoch(sim::Random& random, Rank rank, std::vector<Step>& steps) {
    switch (random.below(4)) {
        case 0:
        case 1: return add_locked(random, rank, LockType::exclusive, some_ranks(random, 1), steps);
        case 2: return add_locked(random, rank, LockType::shared, some_ranks(random, 1 + random.below(3)), steps);
        default: break;
    }
    steps.push_back({.call = Call::lock_all});
    add_operations(random, rank, some_ranks(random, lockers), steps);
    steps.push_back({.call = Call::unlock_all});
}

RandomProgram program_of(std::uint64_t seed, LockOrder order) {
    sim::Random random(seed, 0);
    RandomProgram program = program_of_ranks(lockers);
    program.ordered = chance(random, 75);
    configure(program, settings(random, order));
    for (Rank rank = 0; rank < lockers; ++rank) {
        for (int epoch = 0; epoch < 3; ++epoch) add_epoch(random, rank, program.steps[static_cast<std::size_t>(rank)]);
    }
    return program;
}

}  // namespace

class LockOrders : public testing::TestWithParam<LockOrder> {};

TEST_P(LockOrders, BlockNoProgram) {
    const std::uint64_t seeds = from_environment("RMASIM_LOCK_ORDERS", random_rounds(1000));
    for (std::uint64_t seed = 0; seed < seeds && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const RandomProgram program = program_of(seed, GetParam());
        Bench bench(program, seed);
        expect_as_modelled(program, bench, bench.run());
    }
}

INSTANTIATE_TEST_SUITE_P(WhereSharedOnesOvertake, LockOrders,
                         testing::Values(LockOrder::readers_first, LockOrder::holders_first));

TEST(LockOrderFifo, BlocksSome) {
    int blocked = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const RandomProgram program = program_of(seed, LockOrder::fifo);
        Bench bench(program, seed);
        const BenchResult result = bench.run();
        EXPECT_EQ(result.violation, "");
        blocked += result.stuck.empty() ? 0 : 1;
    }
    EXPECT_GT(blocked, 0);
}

}  // namespace rmasim::property
