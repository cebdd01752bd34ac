// A greedy window uses all elements that it can get. An epoch on a modest window of the same process must still end,
// and its wait for the greedy window is bounded. If the modest window has a local element of each kind, it does not
// wait. Otherwise one target of the greedy window is emptied for each element that the modest window needs.
#include "tests/property/configure.h"
#include "tests/property/expectations.h"

#include <gtest/gtest.h>

namespace rmasim::property {

namespace {

constexpr WindowId greedy = 0;
constexpr WindowId modest = 1;
constexpr Rank targets = 15;
constexpr int rounds = 8;  // operations to each target of the greedy window

Step accumulate(WindowId window, Rank target, std::int64_t value) {
    Step step{.call = Call::accumulate, .window = window, .target = target, .kind = OpKind::accumulate};
    step.reduce = ReduceOp::sum;
    step.region = {0, 1, 0, 0, Datatype::int64};
    step.value = value;
    return step;
}

struct Greedy {
    const char* name;
    Call open;
    Call close;
};

RandomProgram greedy_and_modest(const Greedy& mode, PoolSize pool) {
    RandomProgram program = program_of_ranks(targets + 1);
    program.windows = 2;
    newrma::Config config;
    config.op_pool = config.target_pool = pool;
    configure(program, config);
    auto& steps = program.steps[0];
    const auto each_target = [&](Call call) {
        for (Rank target = 1; target <= targets; ++target) {
            steps.push_back({.call = call, .window = greedy, .target = target});
        }
    };
    if (mode.open == Call::lock) each_target(Call::lock);
    else steps.push_back({.call = mode.open, .window = greedy});
    for (int round = 0; round < rounds; ++round) {
        for (Rank target = 1; target <= targets; ++target) steps.push_back(accumulate(greedy, target, round));
    }
    steps.push_back({.call = Call::lock, .window = modest, .target = 1, .lock_type = LockType::exclusive});
    steps.push_back(accumulate(modest, 1, 7));
    steps.push_back({.call = Call::unlock, .window = modest, .target = 1});
    if (mode.close == Call::unlock) each_target(Call::unlock);
    else steps.push_back({.call = mode.close, .window = greedy});
    return program;
}

// Counts the packets of the greedy window that had to arrive while the epoch of the modest window was open. The test
// delivers such a packet only when no other step is possible.
std::uint64_t waited_for(const RandomProgram& program, std::uint64_t seed) {
    Bench bench(program, seed);
    bool modest_open = false;
    std::uint64_t before = 0;
    std::uint64_t waited = 0;
    bench.reluctant = [&](const Packet& packet) { return modest_open && packet.window == greedy; };
    bench.on_begin = [&](Rank, std::size_t, const Step& step) {
        if (step.call != Call::lock || step.window != modest) return;
        modest_open = true;
        before = bench.reluctant_deliveries;
    };
    bench.on_return = [&](Rank, std::size_t, const Step& step) {
        if (step.call != Call::unlock || step.window != modest) return;
        modest_open = false;
        waited = bench.reluctant_deliveries - before;
    };
    const BenchResult result = bench.run();
    expect_as_modelled(program, bench, result);
    return waited;
}

constexpr Greedy greedy_modes[] = {{"lock", Call::lock, Call::unlock}, {"lock_all", Call::lock_all, Call::unlock_all}};

}  // namespace

TEST(GreedyWindow, NeverDelaysOneWithElementsOfItsOwn) {
    for (const Greedy& mode : greedy_modes) {
        for (const PoolSize pool : {PoolSize{1, 0}, {1, 1}, {2, 2}, {8, 8}}) {
            for (std::uint64_t seed = 0; seed < random_rounds(20); ++seed) {
                EXPECT_EQ(waited_for(greedy_and_modest(mode, pool), seed), 0U) << mode.name;
            }
        }
    }
}

// With only global elements, the greedy window must return an operation element and a target element. For each of them,
// one target of the greedy window is emptied. This takes at most the queued operations of the target and their
// acknowledgement. In LOCK_ALL the window may first have to request the lock of every process.
TEST(GreedyWindow, DelaysOneWithoutByTheEmptyingOfTwoTargets) {
    constexpr std::uint64_t emptying = 2 * (rounds + 3);  // a lock and its grant, operations, RMA_DONE, and its answer
    std::uint64_t max = 0;
    for (const Greedy& mode : greedy_modes) {
        const std::uint64_t asking = mode.open == Call::lock_all ? 2 * targets : 0;
        for (const PoolSize pool : {PoolSize{0, 1}, {0, 2}, {0, 8}, {0, 64}}) {
            for (std::uint64_t seed = 0; seed < random_rounds(20); ++seed) {
                const std::uint64_t waited = waited_for(greedy_and_modest(mode, pool), seed);
                EXPECT_LE(waited, 2 * emptying + asking) << mode.name << " pool of " << pool.global;
                max = std::max(max, waited);
            }
        }
    }
    EXPECT_GT(max, 0U);  // the greedy window did hold the elements
}

}  // namespace rmasim::property
