// What memory leaves open is drawn by rank and store, in the largest world as well.
#include "sim/machine/memory/timed_memory_choices.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace rmasim::sim {
namespace {

class AtTheBeginning final : public RankClock {
public:
    std::int64_t now_ps(Rank) const override { return 0; }
};

// Ranks beyond 2^24 share no bits with the numbers of stores.
TEST(TimedMemoryChoices, LetStoresOfAnyRankLeaveInTheirOwnTime) {
    MemorySettings slow;
    slow.drain_ns = 1'000'000'000;
    const AtTheBeginning clock;
    TimedMemoryChoices choices(slow, 7, clock);
    std::set<std::int64_t> times;
    for (const Rank rank : {0, 1, 1 << 24, (1 << 24) + 1, 1 << 26, (1 << 27) - 1}) {
        for (std::uint64_t serial = 0; serial < 8; ++serial) times.insert(choices.leaves_at_ps(rank, serial));
    }
    EXPECT_EQ(times.size(), 6U * 8U);
}

}  // namespace
}  // namespace rmasim::sim
