// The search alone, over artificial trees: its report of its progress.
#include "sim/untimed/explore/search.h"

#include <gtest/gtest.h>

#include <random>

namespace rmasim::explore {

using namespace sim;

namespace {

std::vector<Move> some_moves(std::size_t count) {
    std::vector<Move> moves(count);
    for (std::size_t i = 0; i < count; ++i) {
        moves[i].rank = static_cast<Rank>(i);
        moves[i].actor = i;
    }
    return moves;
}

// Executes one run. `branches(depth)` transitions are enabled at each step, none at the end.
template <class Branches>
void run(Search& search, Branches branches) {
    search.begin_run();
    for (;;) {
        if (search.replaying()) {
            search.repeat();
        } else {
            const std::size_t count = branches(search.depth());
            if (count == 0) return;
            search.choose(some_moves(count));
        }
        search.step_made({});
    }
}

}  // namespace

// If all branches have equal size, the fraction is that of the runs.
TEST(Search, KnowsHowFarItIs) {
    const std::vector<std::size_t> shape{2, 1, 3, 4, 1, 2};
    constexpr double all = 48;
    Search search(8, Reduction::none);
    double runs = 0;
    do {
        EXPECT_NEAR(search.fraction_done(), runs / all, 1e-12);
        run(search, [&shape](std::size_t depth) { return depth < shape.size() ? shape[depth] : 0; });
        ++runs;
    } while (search.advance());
    EXPECT_EQ(runs, all);
}

// If branches differ, the fraction never decreases, and is less than 1 before the end.
TEST(Search, GoesOnFromRunToRun) {
    std::mt19937_64 random{7};
    for (int tree = 0; tree < 30; ++tree) {
        Search search(8, Reduction::none);
        double before = 0;
        do {
            const double done = search.fraction_done();
            EXPECT_GE(done, before);
            EXPECT_LT(done, 1 - 1e-9);
            before = done;
            run(search,
                [&random](std::size_t depth) { return depth >= 5 || random() % 6 == 0 ? 0 : 1 + random() % 3; });
        } while (search.advance());
    }
}

}  // namespace rmasim::explore
