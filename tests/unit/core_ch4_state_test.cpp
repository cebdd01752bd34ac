// Family ch4: the parts of its state, by themselves and beside simple models.
#include "protocol/ch4/native_counts.h"
#include "protocol/ch4/rank_counts.h"
#include "protocol/ch4/target_list.h"
#include "protocol/ch4/window_lock.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace rmasim::ch4 {
namespace {

TEST(NativeCounts, AreThoseOfAMap) {
    NativeCounts counts;
    std::map<std::pair<Rank, WindowId>, std::uint32_t> model;
    std::mt19937 random(1);
    for (int step = 0; step < 2000; ++step) {
        const auto target = static_cast<Rank>(random() % 5);
        const auto window = static_cast<WindowId>(random() % 3);
        std::uint32_t& expected = model[{target, window}];
        if (random() % 2 == 0) {
            counts.sent({target, window});
            ++expected;
        } else if (expected > 0) {
            counts.answered({target, window});
            --expected;
        }
        std::uint32_t all = 0, of_target = 0, listed = 0;
        for (const auto& [pair, count] : model) {
            all += count;
            if (pair.first == target) of_target += count;
        }
        for (const NativeCounts::Count& one : counts.by_pair()) {
            EXPECT_EQ(one.count, (model[{one.pair.target, one.pair.window}]));
            EXPECT_GT(one.count, 0u);
            listed += one.count;
        }
        ASSERT_EQ(counts.all(), all);
        ASSERT_EQ(counts.of(target), of_target);
        ASSERT_EQ(listed, all);
    }
}

TEST(RankCounts, KnowWhoHasCome) {
    RankCounts posts;
    posts.add(3);
    posts.add(3);
    posts.add(5);
    EXPECT_TRUE(posts.has_all({3, 5}));
    EXPECT_FALSE(posts.has_all({3, 4}));
    EXPECT_TRUE(posts.take({3, 5}));
    EXPECT_TRUE(posts.has(3));
    EXPECT_FALSE(posts.has(5));
}

// START that goes on with the POST of a stranger: that of its own group is taken ahead, and is not there later.
TEST(RankCounts, MayTakeAhead) {
    RankCounts posts;
    EXPECT_FALSE(posts.take({1}));
    posts.add(1);
    EXPECT_FALSE(posts.has(1));
    posts.add(1);
    EXPECT_TRUE(posts.has(1));
}

WindowLock::Request shared(Rank origin) { return {origin, LockType::shared, false}; }
WindowLock::Request exclusive(Rank origin) { return {origin, LockType::exclusive, false}; }

std::vector<Rank> served(WindowLock& lock) {
    std::vector<Rank> origins;
    while (lock.can_serve()) origins.push_back(lock.serve().origin);
    return origins;
}

TEST(WindowLock, IsServedFromItsHeadOnly) {
    WindowLock lock;
    lock.enqueue(shared(0));
    EXPECT_EQ(served(lock), std::vector<Rank>{0});
    lock.enqueue(exclusive(1));
    lock.enqueue(shared(2));
    EXPECT_TRUE(served(lock).empty()) << "a reader behind a waiting writer waits";
    lock.release(0);
    EXPECT_EQ(served(lock), std::vector<Rank>{1});
    EXPECT_TRUE(lock.is_exclusive());
    lock.enqueue(shared(3));
    lock.release(1);
    EXPECT_EQ(served(lock), (std::vector<Rank>{2, 3}));
    EXPECT_TRUE(lock.holds(2) && lock.holds(3) && !lock.holds(1) && !lock.is_exclusive());
}

TEST(TargetList, StaysInOrderAndForgets) {
    TargetList targets;
    for (const Rank rank : {7, 2, 9, 4}) targets.make(rank).unanswered = static_cast<std::uint32_t>(rank);
    std::vector<Rank> order;
    for (const Target& target : targets.all()) order.push_back(target.rank);
    EXPECT_EQ(order, (std::vector<Rank>{2, 4, 7, 9}));
    EXPECT_EQ(targets.unanswered(9), 9u);
    EXPECT_EQ(targets.unanswered(3), 0u);
    EXPECT_EQ(targets.accumulates(4), 0u);
    targets.forget(7);
    EXPECT_EQ(targets.find(7), nullptr);
    EXPECT_EQ(targets.make(4).unanswered, 4u) << "it is the one that is there";
}

TEST(TargetList, MarksAreOverwrittenAndCleared) {
    TargetList targets;
    targets.make(1).mark = Mark::local;
    EXPECT_TRUE(targets.any_marked_local());
    targets.make(1).mark = Mark::remote;
    EXPECT_TRUE(targets.any_marked());
    EXPECT_FALSE(targets.any_marked_local());
    targets.clear_marks();
    EXPECT_FALSE(targets.any_marked());
}

}  // namespace
}  // namespace rmasim::ch4
