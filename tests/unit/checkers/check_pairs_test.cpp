// The table of pairs: lookup before and after it has grown, and reset.
#include "sim/checkers/invariants/pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

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

// Compares the table with a map, in random order. If only few of many pairs exist, the table is hashed. If the number
// of ranks is a Fibonacci number, Fibonacci hashing puts the pairs of two ranks on several windows next to each other.
TEST(CheckPairs, AreThoseOfAMap) {
    using Key = std::tuple<Rank, Rank, WindowId>;
    for (const Rank ranks : {610, 987, 1000}) {
        constexpr WindowId windows = 3;
        Pairs pairs(ranks, windows);
        std::mt19937 random(static_cast<std::uint32_t>(ranks));
        for (int run = 0; run < 3; ++run) {
            std::vector<Key> keys;
            for (int i = 0; i < 150; ++i) {
                const auto origin = static_cast<Rank>(random() % static_cast<std::uint32_t>(ranks));
                const auto target = static_cast<Rank>(random() % static_cast<std::uint32_t>(ranks));
                for (WindowId window = 0; window < windows; ++window) keys.emplace_back(origin, target, window);
            }
            std::shuffle(keys.begin(), keys.end(), random);
            std::map<Key, std::uint32_t> right;
            for (const auto& [origin, target, window] : keys) {
                ++pairs.at(origin, target, window).posts;
                ++right[{origin, target, window}];
            }
            EXPECT_EQ(pairs.all().size(), right.size());
            for (const auto& [key, posts] : right) {
                EXPECT_EQ(pairs.at(std::get<0>(key), std::get<1>(key), std::get<2>(key)).posts, posts);
            }
            pairs.reset();
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
