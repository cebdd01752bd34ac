// The pool of packets and keys: blocks are disjoint, aligned and reused.
#include "sim/machine/engine/block_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <vector>

namespace rmasim::sim {
namespace {

using Item = std::array<std::uint64_t, 8>;
using ItemPool = BlockPool<Item, 64>;

TEST(BlockPool, TheItemGivenBackLastIsTakenFirst) {
    ItemPool pool;
    std::vector<Item*> items;
    for (int i = 0; i < 100; ++i) items.push_back(pool.take());
    for (Item* const item : items) pool.give_back(item);
    for (int i = 99; i >= 0; --i) EXPECT_EQ(pool.take(), items[static_cast<std::size_t>(i)]) << i;
}

TEST(BlockPool, ItemsLieWhereTheyMay) {
    ItemPool pool;
    for (int i = 0; i < 600; ++i) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pool.take()) % 64, 0u);
}

// Each item keeps what was written, whatever is taken and given back meanwhile, and nothing is allocated that is there.
TEST(BlockPool, ItemsKeepTheirContentsAndNoneIsLost) {
    ItemPool pool;
    std::mt19937_64 random(7);
    std::vector<Item*> used;
    std::set<Item*> seen;
    std::size_t max = 0;
    const auto filled_with = [](std::uint64_t value) {
        Item item;
        item.fill(value);
        return item;
    };
    for (std::uint64_t step = 0; step < 20'000; ++step) {
        const bool take = used.empty() || random() % 100 < (step / 2'000 % 2 == 0 ? 60 : 40);
        if (take) {
            Item* const item = pool.take();
            *item = filled_with(reinterpret_cast<std::uintptr_t>(item));
            used.push_back(item);
            seen.insert(item);
            max = std::max(max, used.size());
        } else {
            std::swap(used[random() % used.size()], used.back());
            Item* const item = used.back();
            ASSERT_EQ(*item, filled_with(reinterpret_cast<std::uintptr_t>(item))) << step;
            used.pop_back();
            pool.give_back(item);
        }
        ASSERT_EQ(seen.size(), max) << "an item is made only when more are in use than ever before";
    }
    EXPECT_GT(max, 300u);
}

}  // namespace
}  // namespace rmasim::sim
