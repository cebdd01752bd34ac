// Two threads in one rank (design, "RMA + threads"). Each legal pair of calls runs with many random interleavings, and
// the data are checked when a flush returns. Every other pair must be reported.
#include "sim/untimed/fuzz/program/sequential_model.h"
#include "tests/property/configure.h"
#include "tests/property/expectations.h"

#include <gtest/gtest.h>

namespace rmasim::property {

namespace {

constexpr Rank all_ranks = 7;

Rank any_target(sim::Random& random) { return 1 + below(random, all_ranks - 1); }

RandomProgram program_for_threads(sim::Random& random) {
    constexpr PoolSize sizes[] = {{1, 0}, {0, 1}, {1, 1}, {2, 2}, {8, 8}, {64, 64}};
    RandomProgram program = program_of_ranks(all_ranks);
    program.ordered = chance(random, 80);
    newrma::Config config;
    randomize_pools(random, sizes, config);
    config.optimizations = {chance(random, 60), chance(random, 60), chance(random, 60), false, true};
    config.cleanup = chance(random, 30) ? newrma::Cleanup::flush : newrma::Cleanup::restore;
    config.restore_op = chance(random, 50) ? newrma::RestoreOp::until_empty : newrma::RestoreOp::until_free;
    configure(program, config);
    return program;
}

// A PUT of the thread's own word: word `number` of its half of rank 0's block.
Step put_own(std::size_t thread, Rank target, std::uint64_t number, int phase) {
    Step step{.call = Call::put, .target = target, .kind = OpKind::put, .phase = phase};
    step.region = {(thread * 4 + number % 4) * 8, 1, 0, 0, Datatype::int64};
    step.value = static_cast<std::int64_t>(100 * (thread + 1) + number);
    return step;
}

// Adds some operations of one thread: PUTs of fresh words and ACCUMULATEs to a shared block. `number` counts the PUTs.
void add_operations(sim::Random& random, std::vector<Step>& steps, std::size_t thread,
                    std::vector<std::uint64_t>& puts) {
    const std::uint64_t count = 1 + random.below(9);
    for (std::uint64_t i = 0; i < count; ++i) {
        const Rank target = any_target(random);
        std::uint64_t& number = puts[static_cast<std::size_t>(target)];
        if (number < 4 && chance(random, 60)) {
            steps.push_back(put_own(thread, target, number++, 1));
        } else {
            Step step{.call = Call::accumulate, .target = target, .kind = OpKind::accumulate, .phase = 1};
            step.reduce = ReduceOp::sum;
            step.region = {all_ranks * block_bytes, 1, 0, 0, Datatype::int64};
            step.value = 1 + below<std::int64_t>(random, 9);
            steps.push_back(step);
        }
    }
}

// The sequential model of two threads: one after the other, phase by phase.
RandomProgram one_after_the_other(const RandomProgram& program, const Bench::Threads& threads) {
    RandomProgram merged = program;
    for (std::size_t rank = 0; rank < threads.size(); ++rank) {
        merged.steps[rank].clear();
        for (int phase = 0; phase < 16; ++phase) {
            for (const auto& steps : threads[rank]) {
                for (const Step& step : steps) {
                    if (step.phase == phase) merged.steps[rank].push_back(step);
                }
            }
        }
    }
    return merged;
}

enum class Epoch { lock, lock_all, fence, pscw };

// Adds an epoch, which thread 0 of rank 0 opens (phase 0) and closes (phase 2), with the calls of the other ranks.
void add_epoch(Epoch epoch, Bench::Threads& threads) {
    std::vector<Step>& first = threads[0][0];
    const std::vector<Step> between = std::move(first);
    first.clear();
    std::vector<Step> closing;
    switch (epoch) {
        case Epoch::lock:
            for (Rank t = 1; t < all_ranks; ++t) first.push_back({.call = Call::lock, .target = t});
            for (Rank t = 1; t < all_ranks; ++t) closing.push_back({.call = Call::unlock, .target = t, .phase = 2});
            break;
        case Epoch::lock_all:
            first.push_back({.call = Call::lock_all});
            closing.push_back({.call = Call::unlock_all, .phase = 2});
            break;
        case Epoch::fence:
            for (auto& rank : threads) {
                rank[0].insert(rank[0].begin(), {.call = Call::fence});
                if (&rank != &threads[0]) rank[0].push_back({.call = Call::fence, .phase = 2});
            }
            closing.push_back({.call = Call::fence, .phase = 2});
            break;
        case Epoch::pscw:
            first.push_back({.call = Call::start, .group = {1, 2, 3, 4, 5, 6}});
            for (Rank t = 1; t < all_ranks; ++t) {
                threads[static_cast<std::size_t>(t)][0] = {{.call = Call::post, .group = {0}}, {.call = Call::wait}};
            }
            closing.push_back({.call = Call::complete, .phase = 2});
            break;
    }
    first.insert(first.end(), between.begin(), between.end());
    first.insert(first.end(), closing.begin(), closing.end());
}

Bench::Threads two_threads_in_rank_0() {
    Bench::Threads threads(all_ranks);
    for (auto& rank : threads) rank.resize(1);
    threads[0].resize(2);
    return threads;
}

// Expects that the data of all PUTs that a thread made before a flush of their target are in the target's memory when
// the flush returns.
void expect_flushed(const Bench& bench, const std::vector<Step>& steps, const Step& flush) {
    for (const Step& step : steps) {
        if (&step - steps.data() >= &flush - steps.data()) break;
        const bool covered = step.call == Call::put && (flush.call == Call::flush_all || step.target == flush.target);
        if (!covered) continue;
        const auto word = bench.ranks().memory().contents(step.target, 0).subspan(step.region.disp, 8);
        EXPECT_EQ(load(word, Datatype::int64), step.value)
            << "at rank " << step.target << " after " << name_of(flush.call);
    }
}

void run_threads(const RandomProgram& program, const Bench::Threads& threads, std::uint64_t seed) {
    const RandomProgram expected = one_after_the_other(program, threads);
    Bench bench(expected, threads, seed);
    bench.on_return = [&](Rank rank, std::size_t thread, const Step& step) {
        if (rank != 0 || (step.call != Call::flush && step.call != Call::flush_all)) return;
        // The bench has copies of the steps, so this step is found by its index.
        const std::vector<Step>& steps = threads[0][thread];
        const auto at = static_cast<std::size_t>(step.request);
        expect_flushed(bench, steps, steps[at]);
    };
    const BenchResult result = bench.run();
    expect_as_modelled(expected, bench, result);
    // Every target that received UNLOCK received a lock request before, even if the threads fell back concurrently.
    EXPECT_EQ(lock_requests(result.by_kind), carrying(result.by_kind, "UNLOCK"));
}

// Numbers the steps. If a step has no request, its member `request` holds the index of the step among the thread's
// steps. The check above uses this index.
void number_steps(Bench::Threads& threads) {
    for (auto& rank : threads) {
        for (auto& steps : rank) {
            for (std::size_t i = 0; i < steps.size(); ++i) steps[i].request = static_cast<std::uint32_t>(i);
        }
    }
}

void add_flushes(sim::Random& random, std::vector<Step>& steps) {
    std::vector<Step> with;
    for (const Step& step : steps) {
        with.push_back(step);
        if (!chance(random, 50)) continue;
        if (chance(random, 20)) with.push_back({.call = Call::flush_all, .phase = 1});
        else if (chance(random, 30)) with.push_back({.call = Call::flush, .target = any_target(random), .phase = 1});
        else with.push_back({.call = Call::flush, .target = step.target, .phase = 1});
    }
    steps = std::move(with);
}

constexpr std::uint64_t interleavings = 1000;

// Repeats: two threads of rank 0 with operations of their own, then `change(random, threads)`, in an epoch.
template <class Change>
void interleave(Epoch epoch, Change change) {
    for (std::uint64_t seed = 0; seed < random_rounds(interleavings) && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        sim::Random random(seed, 0);
        const RandomProgram program = program_for_threads(random);
        Bench::Threads threads = two_threads_in_rank_0();
        for (std::size_t thread = 0; thread < 2; ++thread) {
            std::vector<std::uint64_t> puts(all_ranks, 0);
            add_operations(random, threads[0][thread], thread, puts);
        }
        change(random, threads);
        add_epoch(epoch, threads);
        number_steps(threads);
        run_threads(program, threads, seed);
    }
}

class LegalPair : public testing::TestWithParam<Epoch> {};

TEST_P(LegalPair, OperationsBesideOperations) {
    interleave(GetParam(), [](sim::Random&, Bench::Threads&) {});
}

INSTANTIATE_TEST_SUITE_P(Threads, LegalPair, testing::Values(Epoch::lock, Epoch::lock_all, Epoch::fence, Epoch::pscw));

class FlushingPair : public testing::TestWithParam<Epoch> {};

TEST_P(FlushingPair, OperationsBesideFlushes) {
    interleave(GetParam(), [](sim::Random& random, Bench::Threads& threads) { add_flushes(random, threads[0][0]); });
}

TEST_P(FlushingPair, FlushesBesideFlushes) {
    interleave(GetParam(), [](sim::Random& random, Bench::Threads& threads) {
        add_flushes(random, threads[0][0]);
        add_flushes(random, threads[0][1]);
    });
}

INSTANTIATE_TEST_SUITE_P(Threads, FlushingPair, testing::Values(Epoch::lock, Epoch::lock_all));

// One thread calls fence while the other thread posts operations. The operations belong to the epoch before or after
// the fence, and are applied at the end in both cases.
TEST(Threads, OperationsBesideAFence) {
    interleave(Epoch::fence, [](sim::Random&, Bench::Threads& threads) {
        for (auto& rank : threads) rank[0].push_back({.call = Call::fence, .phase = 1});
    });
}

}  // namespace

}  // namespace rmasim::property
