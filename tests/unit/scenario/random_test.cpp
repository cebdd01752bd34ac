// The generator produces the numbers that sim/scenario/expression/random.h describes. The results of published
// scenarios depend on these numbers.
#include "sim/scenario/expression/random.h"

#include <gtest/gtest.h>

#include <array>

namespace rmasim::sim {
namespace {

constexpr std::uint64_t stream_step = 0xD1B54A32D192ED03u;

// A generator whose state is `state`: stream 0 adds one step to the seed.
Random at_state(std::uint64_t state) { return {state - stream_step, 0}; }

// From the reference implementation of SplitMix64 (Vigna, 2015).
TEST(Random, IsSplitMix64) {
    Random from_zero = at_state(0);
    EXPECT_EQ(from_zero.next(), 0xE220A8397B1DCDAFu);
    EXPECT_EQ(from_zero.next(), 0x6E789E6AA1B965F4u);
    EXPECT_EQ(from_zero.next(), 0x06C45D188009454Fu);
    Random random = at_state(1234567);
    EXPECT_EQ(random.next(), 6457827717110365317u);
    EXPECT_EQ(random.next(), 3203168211198807973u);
    EXPECT_EQ(random.next(), 9817491932198370423u);
}

TEST(Random, StreamsDiffer) {
    Random first(1, 0);
    Random second(1, 1);
    EXPECT_NE(first.next(), second.next());
    EXPECT_EQ(Random(7, 3).next(), at_state(7 + 4 * stream_step).next());
}

TEST(Random, BelowTakesTheHighBitsOfOneDraw) {
    Random random = at_state(0);
    EXPECT_EQ(random.below(256), 0xE2u);
    EXPECT_EQ(random.below(16), 0x6u);
    EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, BelowReachesEveryValueEvenly) {
    constexpr int samples = 60'000;
    std::array<int, 6> seen{};
    Random random(42, 0);
    for (int i = 0; i < samples; ++i) ++seen.at(random.below(seen.size()));
    for (const int count : seen) EXPECT_NEAR(count, samples / 6, 400);
}

}  // namespace
}  // namespace rmasim::sim
