// Predictions (MM-PREDICT). A race that is predicted from one run must occur in another run of the same program.
// RMASIM_MEMMODEL_PROGRAMS and RMASIM_FIRST_SEED select more programs.
#include "tests/memmodel/program.h"
#include "tests/random_rounds.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cstdio>
#include <set>

namespace rmasim::memmodel_test {

namespace {

constexpr std::uint64_t runs = 60, max_runs = 40'000;

struct Shares {
    std::size_t pairs = 0, in_one_run = 0, predicted = 0;
};

// Adds the pairs that the run of this seed shows.
void add_seen(const Program& program, std::uint64_t seed, memmodel::Model model, std::set<Pair>& seen) {
    for (const Pair& pair : by_checker(program, execute(program, seed), model)) {
        if (!pair.predicted) seen.insert(pair);
    }
}

void compare(std::uint64_t seed, memmodel::Model model, Shares& shares) {
    const Program program = random_lock_program(seed);
    const Pairs one_run = by_checker(program, execute(program, seed), model);
    std::set<Pair> seen;
    for (std::uint64_t run = 0; run < runs; ++run) add_seen(program, seed + run, model, seen);
    std::uint64_t run = runs;
    for (Pair pair : one_run) {
        if (!pair.predicted) continue;
        pair.predicted = false;
        while (!seen.contains(pair) && run < max_runs) add_seen(program, seed + run++, model, seen);
        EXPECT_TRUE(seen.contains(pair)) << "seed " << seed << "\n" << text_of(program) << text_of(one_run);
        shares.in_one_run += seen.contains(pair) ? 1 : 0;
        ++shares.predicted;
    }
    shares.pairs += seen.size();
    shares.in_one_run += static_cast<std::size_t>(std::ranges::count(one_run, false, &Pair::predicted));
}

}  // namespace

// MM-PREDICT-1, MM-PREDICT-2.
TEST(PredictedRaces, EachIsSeenInAnotherRun) {
    const std::uint64_t first = from_environment("RMASIM_FIRST_SEED", 1);
    const std::uint64_t count = from_environment("RMASIM_MEMMODEL_PROGRAMS", 3000) / 10;
    Shares shares;
    for (std::uint64_t seed = first; seed < first + count && !HasFailure(); ++seed) {
        compare(seed, seed % 2 == 0 ? memmodel::Model::unified : memmodel::Model::separate, shares);
    }
    EXPECT_GT(shares.predicted, count / 40);
    std::printf("%llu programs: %zu pairs in some run, %zu of them in one run, %zu of those predicted\n",
                static_cast<unsigned long long>(count), shares.pairs, shares.in_one_run, shares.predicted);
}

// MM-PREDICT-1, MM-PREDICT-2, MM-PREDICT-3.
TEST(PredictedRaces, TheOracleAgreesAroundLocks) {
    const std::uint64_t first = from_environment("RMASIM_FIRST_SEED", 1);
    const std::uint64_t count = from_environment("RMASIM_MEMMODEL_PROGRAMS", 3000);
    std::size_t predicted = 0, differ = 0;
    for (std::uint64_t seed = first; seed < first + count && differ < 3; ++seed) {
        const Program program = random_lock_program(seed);
        const Events events = execute(program, seed * 31);
        const Pairs expected = by_oracle(program, events, memmodel::Model::unified);
        predicted += static_cast<std::size_t>(std::ranges::count(expected, true, &Pair::predicted));
        const Pairs found = by_checker(program, events, memmodel::Model::unified);
        if (expected == found) continue;
        ++differ;
        ADD_FAILURE() << "seed " << seed << "\n"
                      << text_of(program) << "expected:\n"
                      << text_of(expected) << "found:\n"
                      << text_of(found);
    }
    EXPECT_GT(predicted, count / 40);
}

}  // namespace rmasim::memmodel_test
