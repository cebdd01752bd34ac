// The operation table, compared with a list of lists: the slot of a target, the costs of a search, and insertions and
// removals in any order.
#include "protocol/newrma/op_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace rmasim::newrma {
namespace {

std::vector<Rank> ranks_in(const OpTable& table) {
    std::vector<Rank> ranks;
    table.for_each([&](const TargetElement& target) { ranks.push_back(target.rank); });
    return ranks;
}

TEST(CoreOpTable, TargetsOfOneSlotAreSearchedInOrder) {
    OpTable table(4);
    std::vector<TargetElement> targets(3);
    for (std::size_t i = 0; i < targets.size(); ++i) {
        targets[i].rank = static_cast<Rank>(1 + 4 * i);
        table.insert(&targets[i]);
    }
    std::uint32_t steps = 0;
    EXPECT_EQ(table.find(9, steps), &targets[2]);
    EXPECT_EQ(steps, 3u);
    EXPECT_EQ(table.find(1, steps), &targets[0]);
    EXPECT_EQ(steps, 1u);
    EXPECT_EQ(table.find(13, steps), nullptr);
    EXPECT_EQ(steps, 3u);
    EXPECT_EQ(table.find(2, steps), nullptr);
    EXPECT_EQ(steps, 0u);
}

TEST(CoreOpTable, AVisitMayRemoveTheElementItIsGiven) {
    OpTable table(3);
    std::vector<TargetElement> targets(7);
    for (std::size_t i = 0; i < targets.size(); ++i) {
        targets[i].rank = static_cast<Rank>(i);
        table.insert(&targets[i]);
    }
    table.for_each([&](TargetElement& target) {
        if (target.rank % 2 == 0) table.remove(&target);
    });
    EXPECT_EQ(ranks_in(table), (std::vector<Rank>{3, 1, 5}));
    EXPECT_EQ(table.targets(), 3u);
    table.for_each([&](TargetElement& target) { table.remove(&target); });
    EXPECT_TRUE(table.empty());
}

TEST(CoreOpTable, ATraversalStopsAtTheLastSlotInUse) {
    OpTable table(8);
    std::vector<TargetElement> targets(3);
    EXPECT_EQ(table.slots_walked(), 0u);
    for (std::size_t i = 0; const Rank rank : {2, 5, 13}) {
        targets[i].rank = rank;
        table.insert(&targets[i++]);
    }
    EXPECT_EQ(table.occupied_slots(), 2u);
    EXPECT_EQ(table.slots_walked(), 6u);
    table.remove(&targets[1]);
    EXPECT_EQ(table.slots_walked(), 6u);
    table.remove(&targets[2]);
    EXPECT_EQ(table.slots_walked(), 3u);
}

TEST(CoreOpTable, TheLongestListIsRemembered) {
    OpTable table(4);
    std::vector<TargetElement> targets(4);
    EXPECT_EQ(table.max_list_length(), 0u);
    for (std::size_t i = 0; const Rank rank : {1, 2, 5, 9}) {  // 1, 5 and 9 are in slot 1
        targets[i].rank = rank;
        table.insert(&targets[i++]);
    }
    EXPECT_EQ(table.max_list_length(), 3u);
    table.for_each([&](TargetElement& target) { table.remove(&target); });
    table.insert(&targets[0]);
    EXPECT_EQ(table.max_list_length(), 3u);
}

TEST(CoreOpTable, HeadsAreTheFirstOfEachSlot) {
    OpTable table(8);
    std::vector<TargetElement> targets(4);
    for (std::size_t i = 0; const Rank rank : {13, 2, 5, 7}) {
        targets[i].rank = rank;
        table.insert(&targets[i++]);
    }
    std::vector<Rank> heads;
    table.for_each_head([&](const TargetElement& head) { heads.push_back(head.rank); });
    EXPECT_EQ(heads, (std::vector<Rank>{2, 13, 7}));
}

TEST(CoreOpTable, HoldsWhatAListForEachSlotWouldHold) {
    constexpr std::uint32_t slots = 5;
    constexpr Rank ranks = 23;
    std::mt19937_64 random(1);
    OpTable table(slots);
    std::vector<TargetElement> targets(ranks);
    std::vector<std::vector<Rank>> model(slots);
    for (int step = 0; step < 5000; ++step) {
        const auto rank = static_cast<Rank>(random() % ranks);
        TargetElement& target = targets[static_cast<std::size_t>(rank)];
        auto& list = model[static_cast<std::size_t>(rank) % slots];
        const auto at = std::find(list.begin(), list.end(), rank);
        std::uint32_t steps = 0;
        ASSERT_EQ(table.find(rank, steps), at == list.end() ? nullptr : &target);
        ASSERT_EQ(steps, at == list.end() ? list.size() : static_cast<std::size_t>(at - list.begin()) + 1);
        if (at == list.end()) {
            target.rank = rank;
            table.insert(&target);
            list.push_back(rank);
        } else {
            table.remove(&target);
            list.erase(at);
        }
        std::vector<Rank> expected;
        for (const auto& slot : model) expected.insert(expected.end(), slot.begin(), slot.end());
        ASSERT_EQ(ranks_in(table), expected);
        ASSERT_EQ(table.targets(), expected.size());
    }
}

}  // namespace
}  // namespace rmasim::newrma
