// The table of pairs: lookup before and after it has grown, and reset.
#include "sim/check/pairs.h"

#include <gtest/gtest.h>

namespace rmasim::sim::check {

namespace {

void fill(Pairs& pairs, Rank ranks, WindowId windows) {
    for (Rank origin = 0; origin < ranks; ++origin) {
        for (Rank target = 0; target < ranks; ++target) {
            for (WindowId window = 0; window < windows; ++window) {
                pairs.at(origin, target, window).posts = static_cast<std::uint32_t>(origin * ranks + target) + window;
            }
        }
    }
}

void expect_filled(Pairs& pairs, Rank ranks, WindowId windows) {
    const auto count = static_cast<std::size_t>(ranks);
    EXPECT_EQ(pairs.all().size(), count * count * windows);
    for (Rank origin = 0; origin < ranks; ++origin) {
        for (Rank target = 0; target < ranks; ++target) {
            for (WindowId window = 0; window < windows; ++window) {
                EXPECT_EQ(pairs.at(origin, target, window).posts,
                          static_cast<std::uint32_t>(origin * ranks + target) + window);
            }
        }
    }
}

}  // namespace

TEST(CheckPairs, AreFoundInSmallAndLargeWorlds) {
    for (const Rank ranks : {1, 2, 3, 100}) {
        Pairs pairs(ranks, 2);
        for (int run = 0; run < 2; ++run) {
            fill(pairs, ranks, 2);
            expect_filled(pairs, ranks, 2);
            pairs.reset();
            EXPECT_TRUE(pairs.all().empty());
        }
    }
}

TEST(CheckPairs, AreListedByOriginAndByTarget) {
    Pairs pairs(4, 2);
    pairs.at(1, 2, 0);
    pairs.at(1, 3, 0);
    pairs.at(1, 2, 1);
    pairs.at(0, 2, 0);
    std::vector<Rank> targets;
    pairs.find_of_origin(1, 0, [&](const Pair& pair) { return targets.push_back(pair.target), false; });
    EXPECT_EQ(targets, (std::vector<Rank>{3, 2}));
    std::vector<Rank> origins;
    pairs.find_of_target(2, 0, [&](const Pair& pair) { return origins.push_back(pair.origin), false; });
    EXPECT_EQ(origins, (std::vector<Rank>{0, 1}));
    int visited = 0;
    pairs.find_of_origin(1, 0, [&](const Pair&) { return ++visited == 1; });
    EXPECT_EQ(visited, 1);
}

}  // namespace rmasim::sim::check
