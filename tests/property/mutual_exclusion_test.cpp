// Exclusive locks exclude: every rank increments one counter with a GET and a PUT, and no increment is lost.
#include "tests/property/configure.h"
#include "tests/property/expectations.h"

#include <gtest/gtest.h>

namespace rmasim::property {

namespace {

constexpr Rank ranks = 5;
constexpr int exclusion_rounds = 4;

RandomProgram counting(sim::Random& random) {
    RandomProgram program = program_of_ranks(ranks, exclusion_rounds);
    program.ordered = chance(random, 50);
    newrma::Config config;
    config.op_pool = config.target_pool = chance(random, 50) ? PoolSize{1, 0} : PoolSize{8, 8};
    config.optimizations = {chance(random, 60), chance(random, 60), chance(random, 60), false};
    config.lock_buffer = {below<std::uint32_t>(random, 3), 64};
    configure(program, config);
    for (Rank rank = 0; rank < ranks; ++rank) {
        auto& steps = program.steps[static_cast<std::size_t>(rank)];
        for (int round = 0; round < exclusion_rounds; ++round) {
            Step get{.call = Call::get, .target = 0, .kind = OpKind::get, .result = static_cast<std::uint32_t>(round)};
            get.region = {ranks * block_bytes, 1, 0, 0, Datatype::int64};
            Step put = get;
            put.call = Call::put;
            put.kind = OpKind::put;
            put.adds_result = true;
            put.value = 1;
            steps.push_back({.call = Call::lock, .target = 0, .lock_type = LockType::exclusive});
            steps.push_back(get);
            steps.push_back({.call = Call::flush, .target = 0});
            steps.push_back(put);
            steps.push_back({.call = Call::unlock, .target = 0});
        }
    }
    return program;
}

}  // namespace

TEST(MutualExclusion, NoAdditionIsLost) {
    for (std::uint64_t seed = 0; seed < random_rounds(500) && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        sim::Random random(seed, 0);
        const RandomProgram program = counting(random);
        Bench bench(program, seed);
        const BenchResult result = bench.run();
        ASSERT_EQ(result.error, "");
        ASSERT_TRUE(result.stuck.empty()) << result.stuck.front();
        const auto window = bench.window(0, 0);
        EXPECT_EQ(load(std::span(window).subspan(ranks * block_bytes, 8), Datatype::int64), ranks * exclusion_rounds);
    }
}

}  // namespace rmasim::property
