// Pool levels as counters, and the slab that contains the elements.
#include "protocol/base/slab.h"
#include "protocol/parts/element_pool.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace rmasim {
namespace {

TEST(CorePools, ALevelGivesWhatItHasAndRemembersItsHighWater) {
    PoolLevelCounter level(2);
    EXPECT_TRUE(level.full());
    EXPECT_TRUE(level.try_take());
    EXPECT_TRUE(level.try_take());
    EXPECT_FALSE(level.try_take());
    EXPECT_EQ(level.high_water(), 2u);
    EXPECT_EQ(level.times_exhausted(), 1u);
    level.give_back();
    EXPECT_EQ(level.free(), 1u);
    EXPECT_FALSE(level.full());
    level.give_back();
    EXPECT_TRUE(level.full());
    EXPECT_EQ(level.high_water(), 2u);
}

TEST(CorePools, ALevelThatShrinksLosesFreeElementsAtOnceAndOthersAsTheyComeBack) {
    PoolLevelCounter level(5);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(level.try_take());
    level.shrink_to(2);
    EXPECT_EQ(level.size(), 2u);
    EXPECT_EQ(level.free(), 0u);
    EXPECT_FALSE(level.try_take());
    level.give_back();
    EXPECT_EQ(level.free(), 0u);
    EXPECT_FALSE(level.try_take());
    level.give_back();
    EXPECT_TRUE(level.try_take());
    EXPECT_FALSE(level.full());
    level.give_back();
    level.give_back();
    EXPECT_TRUE(level.full());
    EXPECT_EQ(level.high_water(), 3u);
}

TEST(CorePools, AnEmptyLevelIsFullAndGivesNothing) {
    PoolLevelCounter level(0);
    EXPECT_TRUE(level.full());
    EXPECT_FALSE(level.try_take());
}

TEST(CorePools, SlabElementsAreDistinctAndStayInPlace) {
    Slab<int> slab;
    std::mt19937_64 random(3);
    std::set<std::uint32_t> taken;
    std::vector<int*> addresses(1000, nullptr);
    for (int step = 0; step < 10000; ++step) {
        if (taken.size() < 100 && random() % 2 == 0) {
            const std::uint32_t index = slab.take();
            ASSERT_TRUE(taken.insert(index).second) << "handed out twice";
            ASSERT_LT(index, addresses.size());
            if (addresses[index] == nullptr) addresses[index] = &slab[index];
            ASSERT_EQ(addresses[index], &slab[index]);
            slab[index] = static_cast<int>(index);
        } else if (!taken.empty()) {
            const std::uint32_t index = *taken.begin();
            ASSERT_EQ(slab[index], static_cast<int>(index));
            taken.erase(taken.begin());
            slab.give_back(index);
        }
    }
}

TEST(CorePools, SlabGrowsWithUseOnly) {
    Slab<int> slab;
    EXPECT_EQ(slab.bytes(), 0u);
    const std::uint32_t index = slab.take();
    const std::size_t bytes = slab.bytes();
    slab.give_back(index);
    for (int i = 0; i < 100; ++i) slab.give_back(slab.take());
    EXPECT_EQ(slab.bytes(), bytes);
}

}  // namespace
}  // namespace rmasim
