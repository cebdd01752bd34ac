// Groups of processes, and one side of POST-START-COMPLETE-WAIT, which waits for the members of a group.
#include "protocol/base/group.h"
#include "protocol/parts/groups/group_wait.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace rmasim {
namespace {

// ---- Groups of processes: their members by index, their indices by rank, in each of the three forms.

// The reference: a search through the list of members.
Rank comm_rank_in(const std::vector<Rank>& members, Rank rank) {
    const auto at = std::find(members.begin(), members.end(), rank);
    return at == members.end() ? no_rank : static_cast<Rank>(at - members.begin());
}

// Every rank of a world of `ranks` has the place that the list says, and a few beyond the world have none.
void expect_members(const RankGroup& group, const std::vector<Rank>& members, Rank ranks) {
    ASSERT_EQ(group.size(), static_cast<Rank>(members.size()));
    for (Rank comm_rank = 0; comm_rank < group.size(); ++comm_rank) {
        EXPECT_EQ(group.member(comm_rank), members[static_cast<std::size_t>(comm_rank)]) << "place " << comm_rank;
    }
    for (Rank rank = 0; rank < ranks + 3; ++rank) {
        EXPECT_EQ(group.comm_rank_of(rank), comm_rank_in(members, rank)) << "rank " << rank;
        EXPECT_EQ(group.contains(rank), comm_rank_in(members, rank) != no_rank) << "rank " << rank;
    }
    EXPECT_EQ(group.comm_rank_of(no_rank), no_rank);
}

std::vector<Rank> equally_far_apart(Rank size, Rank first, Rank stride) {
    std::vector<Rank> members;
    for (Rank comm_rank = 0; comm_rank < size; ++comm_rank) members.push_back(first + comm_rank * stride);
    return members;
}

TEST(CoreGroup, OfAllProcessesPlacesAreRanks) {
    for (const Rank ranks : {1, 2, 7, 64}) expect_members(RankGroup(ranks), equally_far_apart(ranks, 0, 1), ranks);
}

TEST(CoreGroup, OfNeighboursPlacesBeginAtTheFirst) { expect_members(RankGroup(4, 8), {8, 9, 10, 11}, 16); }

TEST(CoreGroup, WithAStrideRanksBetweenAreNoMembers) { expect_members(RankGroup(3, 2, 3), {2, 5, 8}, 12); }

TEST(CoreGroup, EveryStrideOfASmallWorld) {
    const Rank ranks = 12;
    for (Rank first = 0; first < ranks; ++first) {
        for (Rank stride = 1; stride <= ranks; ++stride) {
            for (Rank size = 1; first + (size - 1) * stride < ranks; ++size) {
                SCOPED_TRACE(testing::Message() << size << " from " << first << " by " << stride);
                expect_members(RankGroup(size, first, stride), equally_far_apart(size, first, stride), ranks);
            }
        }
    }
}

TEST(CoreGroup, ATableKeepsItsOrder) {
    const GroupTable table({9, 3, 0, 7});
    expect_members(RankGroup(4, table), {9, 3, 0, 7}, 10);
}

TEST(CoreGroup, MembersOfOneTableShareIt) {
    const GroupTable table({5, 1, 4});
    const RankGroup one(3, table);
    const RankGroup other = one;
    for (Rank comm_rank = 0; comm_rank < 3; ++comm_rank)
        EXPECT_EQ(other.comm_rank_of(one.member(comm_rank)), comm_rank);
}

TEST(CoreGroup, RandomTables) {
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        const Rank ranks = static_cast<Rank>(1 + random() % 40);
        std::vector<Rank> members(static_cast<std::size_t>(ranks));
        std::iota(members.begin(), members.end(), 0);
        std::shuffle(members.begin(), members.end(), random);
        members.resize(1 + random() % members.size());
        SCOPED_TRACE(testing::Message() << "round " << round);
        const GroupTable table(members);
        expect_members(RankGroup(static_cast<Rank>(members.size()), table), members, ranks);
    }
}

// The largest worlds: nothing overflows on the way to a place.
TEST(CoreGroup, OfAMillionProcesses) {
    const Rank ranks = 1 << 20;
    const RankGroup all(ranks);
    const RankGroup column(1024, 1023, 1024);
    EXPECT_EQ(all.comm_rank_of(ranks - 1), ranks - 1);
    EXPECT_EQ(all.comm_rank_of(ranks), no_rank);
    EXPECT_EQ(column.member(1023), ranks - 1);
    EXPECT_EQ(column.comm_rank_of(ranks - 1), 1023);
    EXPECT_EQ(column.comm_rank_of(ranks - 2), no_rank);
}

// ---- One side of POST-START-COMPLETE-WAIT: messages that arrive before, during and after their call.

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
