// One side of POST-START-COMPLETE-WAIT: messages that come before, during and after their call.
#include "protocol/parts/group_wait.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace rmasim {
namespace {

TEST(CoreGroupWait, IsCompleteWhenEveryMessageIsIn) {
    GroupWait wait;
    EXPECT_FALSE(wait.is_open());
    wait.open({2, 5, 9});
    EXPECT_TRUE(wait.is_open());
    EXPECT_EQ(wait.missing(), 3u);
    EXPECT_EQ(wait.first_missing(), 2);
    wait.arrived(2);
    wait.arrived(9);
    EXPECT_FALSE(wait.complete());
    EXPECT_EQ(wait.first_missing(), 5);
    wait.arrived(5);
    EXPECT_TRUE(wait.complete());
    EXPECT_EQ(wait.first_missing(), no_rank);
    wait.close();
    EXPECT_FALSE(wait.is_open());
    EXPECT_TRUE(wait.group().empty());
}

TEST(CoreGroupWait, KnowsItsMembers) {
    GroupWait wait;
    wait.open({1, 4});
    EXPECT_TRUE(wait.contains(1));
    EXPECT_TRUE(wait.contains(4));
    for (const Rank other : {0, 2, 3, 5}) EXPECT_FALSE(wait.contains(other));
    wait.close();
    EXPECT_FALSE(wait.contains(1));
}

TEST(CoreGroupWait, AnEmptyGroupIsCompleteAtOnce) {
    GroupWait wait;
    wait.open({});
    EXPECT_TRUE(wait.is_open());
    EXPECT_TRUE(wait.complete());
}

TEST(CoreGroupWait, AnEarlyMessageIsKeptForTheCallThatAwaitsIt) {
    GroupWait wait;
    wait.arrived(3);
    wait.arrived(7);
    wait.open({3, 4});
    EXPECT_EQ(wait.missing(), 1u);
    wait.arrived(4);
    EXPECT_TRUE(wait.complete());
    wait.close();
    wait.open({7});
    EXPECT_TRUE(wait.complete()) << "the one that the first group did not await";
}

TEST(CoreGroupWait, TheNextEpochsMessageDoesNotCountTwice) {
    GroupWait wait;
    wait.open({1, 2});
    wait.arrived(1);
    wait.arrived(1);
    EXPECT_EQ(wait.missing(), 1u);
    wait.arrived(2);
    wait.close();
    wait.open({1, 2});
    EXPECT_EQ(wait.first_missing(), 2);
}

TEST(CoreGroupWait, NocheckAwaitsNothingAndRemembersTheGroup) {
    GroupWait wait;
    wait.open_complete({0, 6});
    EXPECT_TRUE(wait.complete());
    EXPECT_TRUE(wait.contains(6));
    EXPECT_EQ(wait.group(), (Group{0, 6}));
}

// Random messages, at most one epoch ahead, against two plain sets.
TEST(CoreGroupWait, FollowsItsModel) {
    std::mt19937_64 random(6);
    GroupWait wait;
    std::multiset<Rank> early;
    for (int epoch = 0; epoch < 500; ++epoch) {
        std::set<Rank> group;
        while (group.size() < 1 + random() % 6) group.insert(static_cast<Rank>(random() % 10));
        wait.open(Group(group.begin(), group.end()));
        std::set<Rank> missing;
        for (const Rank rank : group) {
            const auto found = early.find(rank);
            if (found == early.end()) {
                missing.insert(rank);
            } else {
                early.erase(found);
            }
        }
        while (!missing.empty()) {
            ASSERT_EQ(wait.missing(), missing.size());
            ASSERT_EQ(wait.first_missing(), *missing.begin());
            const auto rank = static_cast<Rank>(random() % 10);
            wait.arrived(rank);
            if (missing.erase(rank) == 0) early.insert(rank);
        }
        ASSERT_TRUE(wait.complete());
        wait.close();
    }
}

}  // namespace
}  // namespace rmasim
