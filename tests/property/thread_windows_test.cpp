// Every rank has one thread per window. Calls on different windows never conflict, but the windows share the element
// pools of the rank. A call of one thread may need elements of another thread's window while that thread unlocks the
// window, locks it again or falls back. In every order the program must finish, every byte must be correct, and every
// element must be returned to its pool.
#include "tests/property/configure.h"
#include "tests/property/expectations.h"

#include <gtest/gtest.h>

namespace rmasim::property {

namespace {

constexpr Rank rank_count = 4;
constexpr WindowId windows = 3;

RandomProgram settings(sim::Random& random) {
    constexpr PoolSize sizes[] = {{0, 1}, {0, 2}, {0, 3}, {1, 0}, {1, 1}, {2, 2}};
    RandomProgram program = program_of_ranks(rank_count);
    program.windows = windows;
    program.ordered = chance(random, 75);
    newrma::Config config;
    config.slots = 1 + below<std::uint32_t>(random, 4);
    randomize_pools(random, sizes, config);
    config.optimizations = {chance(random, 60), chance(random, 60), chance(random, 60), chance(random, 30), true};
    config.cleanup = chance(random, 40) ? newrma::Cleanup::flush : newrma::Cleanup::restore;
    config.restore_op = chance(random, 50) ? newrma::RestoreOp::until_empty : newrma::RestoreOp::until_free;
    configure(program, config);
    return program;
}

// Adds the operations of rank 0's thread of `window` inside an epoch: operations on words that no other operation of
// the epoch accesses, and sums.
void add_operations(sim::Random& random, WindowId window, bool passive, const Group& targets,
                    std::vector<Step>& steps) {
    std::vector<std::uint64_t> words(rank_count, 0);
    const std::uint64_t count = random.below(12);
    for (std::uint64_t i = 0; i < count; ++i) {
        const Rank target = element_of(random, targets);
        std::uint64_t& word = words[static_cast<std::size_t>(target)];
        if (word < block_bytes / 8 && chance(random, 60)) {
            Step put{.call = Call::put, .window = window, .target = target, .kind = OpKind::put};
            put.region = {word++ * 8, 1, 0, 0, Datatype::int64};
            put.value = 1 + below<std::int64_t>(random, 1'000'000);
            steps.push_back(put);
        } else {
            Step sum{.call = Call::accumulate, .window = window, .target = target, .kind = OpKind::accumulate};
            sum.reduce = ReduceOp::sum;
            sum.region = {rank_count * block_bytes, 1, 0, 0, Datatype::int64};
            sum.value = 1 + below<std::int64_t>(random, 9);
            steps.push_back(sum);
        }
        if (!passive || !chance(random, 20)) continue;
        constexpr Call flushes[] = {Call::flush, Call::flush_local, Call::flush_all, Call::flush_local_all};
        const Call flush = element_of(random, flushes);
        const bool of_all = flush == Call::flush_all || flush == Call::flush_local_all;
        steps.push_back({.call = flush, .window = window, .target = of_all ? no_rank : target});
    }
}

Group some_targets(sim::Random& random) {
    Group targets;
    for (Rank target = 1; target < rank_count; ++target) {
        if (chance(random, 70)) targets.push_back(target);
    }
    return targets.empty() ? Group{1} : targets;
}

void add_locks(sim::Random& random, WindowId window, std::vector<Step>& steps) {
    const Group targets = some_targets(random);
    const Assert asserts = chance(random, 30) ? Assert::nocheck : Assert::none;
    const LockType type = chance(random, 50) ? LockType::shared : LockType::exclusive;
    for (const Rank target : targets) {
        steps.push_back(
            {.call = Call::lock, .window = window, .target = target, .lock_type = type, .asserts = asserts});
    }
    add_operations(random, window, true, targets, steps);
    for (const Rank target : targets) steps.push_back({.call = Call::unlock, .window = window, .target = target});
}

void add_lock_all(sim::Random& random, WindowId window, std::vector<Step>& steps) {
    const Assert asserts = chance(random, 30) ? Assert::nocheck : Assert::none;
    steps.push_back({.call = Call::lock_all, .window = window, .asserts = asserts});
    add_operations(random, window, true, {0, 1, 2, 3}, steps);
    steps.push_back({.call = Call::unlock_all, .window = window});
}

// No rank continues before all have arrived: a window must not be exposed while it is locked.
void add_thread_sync(WindowId window, Bench::Threads& threads) {
    for (auto& rank : threads) {
        rank[window].push_back({.call = Call::fence, .window = window, .asserts = Assert::nosucceed});
    }
}

void add_pscw(sim::Random& random, WindowId window, Bench::Threads& threads) {
    const Group targets = some_targets(random);
    add_thread_sync(window, threads);
    for (const Rank target : targets) {
        std::vector<Step>& theirs = threads[static_cast<std::size_t>(target)][window];
        theirs.push_back({.call = Call::post, .window = window, .group = {0}});
        theirs.push_back({.call = Call::wait, .window = window});
    }
    std::vector<Step>& steps = threads[0][window];
    steps.push_back({.call = Call::start, .window = window, .group = targets});
    add_operations(random, window, false, targets, steps);
    steps.push_back({.call = Call::complete, .window = window});
    add_thread_sync(window, threads);
}

void add_fence(sim::Random& random, WindowId window, Bench::Threads& threads) {
    for (auto& rank : threads) {
        rank[window].push_back({.call = Call::fence, .window = window, .asserts = Assert::noprecede});
    }
    add_operations(random, window, false, {1, 2, 3}, threads[0][window]);
    add_thread_sync(window, threads);
}

Bench::Threads random_threads(sim::Random& random) {
    Bench::Threads threads(rank_count, std::vector<std::vector<Step>>(windows));
    for (WindowId window = 0; window < windows; ++window) {
        const std::uint64_t epochs = 1 + random.below(4);
        for (std::uint64_t i = 0; i < epochs; ++i) {
            switch (random.below(4)) {
                case 0: add_locks(random, window, threads[0][window]); break;
                case 1: add_lock_all(random, window, threads[0][window]); break;
                case 2: add_pscw(random, window, threads); break;
                default: add_fence(random, window, threads); break;
            }
        }
    }
    return threads;
}

TEST(ThreadWindows, EveryThreadOnAWindowOfItsOwn) {
    const std::uint64_t seeds = from_environment("RMASIM_THREAD_WINDOWS", random_rounds(2000));
    for (std::uint64_t seed = 0; seed < seeds && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        sim::Random random(seed, 0);
        RandomProgram program = settings(random);
        const Bench::Threads threads = random_threads(random);
        for (std::size_t rank = 0; rank < threads.size(); ++rank) {
            for (const auto& steps : threads[rank]) {
                program.steps[rank].insert(program.steps[rank].end(), steps.begin(), steps.end());
            }
        }
        Bench bench(program, threads, seed);
        const BenchResult result = bench.run();
        expect_as_modelled(program, bench, result);
    }
}

// Two threads post operations and flush in one epoch of window 0. Meanwhile a third thread opens and closes epochs of
// window 1. Each word is written by one thread only: even words by the first thread, odd words by the second.
void add_concurrent(sim::Random& random, std::size_t thread, std::vector<Step>& steps) {
    std::vector<Step> operations;
    add_operations(random, 0, true, {1, 2, 3}, operations);
    for (Step step : operations) {
        if (step.call == Call::put) {
            if (step.region.disp >= block_bytes / 2) continue;
            step.region.disp = 2 * step.region.disp + 8 * thread;
        }
        steps.push_back(step);
    }
}

TEST(ThreadWindows, TwoThreadsOfOneWindowBesideAnother) {
    const std::uint64_t seeds = from_environment("RMASIM_THREAD_WINDOWS", random_rounds(2000));
    for (std::uint64_t seed = 0; seed < seeds && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        sim::Random random(seed, 0);
        RandomProgram program = settings(random);
        std::vector<Step> open;
        std::vector<Step> close;
        if (chance(random, 50)) {
            for (Rank t = 1; t < rank_count; ++t) open.push_back({.call = Call::lock, .target = t});
            for (Rank t = 1; t < rank_count; ++t) close.push_back({.call = Call::unlock, .target = t});
        } else {
            open.push_back({.call = Call::lock_all, .asserts = chance(random, 30) ? Assert::nocheck : Assert::none});
            close.push_back({.call = Call::unlock_all});
        }
        Bench::Threads threads(rank_count, std::vector<std::vector<Step>>(1));
        threads[0].resize(3);
        for (std::size_t t = 0; t < 2; ++t) add_concurrent(random, t, threads[0][t]);
        for (std::uint64_t i = 1 + random.below(3); i > 0; --i) {
            if (chance(random, 50)) add_locks(random, 1, threads[0][2]);
            else add_lock_all(random, 1, threads[0][2]);
        }
        program.steps[0] = open;
        for (auto& steps : threads[0]) {
            for (Step& step : steps) step.phase = 1;
            program.steps[0].insert(program.steps[0].end(), steps.begin(), steps.end());
        }
        for (Step& step : close) step.phase = 2;
        program.steps[0].insert(program.steps[0].end(), close.begin(), close.end());
        threads[0][0].insert(threads[0][0].begin(), open.begin(), open.end());
        threads[0][0].insert(threads[0][0].end(), close.begin(), close.end());
        Bench bench(program, threads, seed);
        const BenchResult result = bench.run();
        expect_as_modelled(program, bench, result);
    }
}

}  // namespace

}  // namespace rmasim::property
