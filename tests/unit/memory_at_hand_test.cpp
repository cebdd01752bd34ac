// Runs that do not fit into memory are refused before they take any.
#include "sim/scenario/json/errors.h"
#include "sim/timed/memory_at_hand.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <sstream>

namespace rmasim::sim {
namespace {

TEST(MemoryAtHand, IsWhatIsAvailableAndFreeSwap) {
    std::istringstream meminfo("MemTotal:  100 kB\nMemFree:  10 kB\nMemAvailable:  40 kB\nSwapTotal:  9 kB\n"
                               "SwapFree:  2 kB\nHugePages_Total:  3\n");
    EXPECT_EQ(memory_at_hand_in(meminfo), 42 * 1024U);
}

TEST(MemoryAtHand, IsUnknownWhereTheSystemDoesNotSay) {
    std::istringstream nothing, older("MemTotal:  100 kB\nSwapFree:  2 kB\n");
    EXPECT_EQ(memory_at_hand_in(nothing), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(memory_at_hand_in(older), std::numeric_limits<std::uint64_t>::max());
}

TEST(MemoryAtHand, HoldsTheProcessesOfAllRanks) {
    const ProcessMemory first{.engine_bytes = 100, .table_bytes = 30, .pool_bytes = 20};
    EXPECT_NO_THROW(require_room(1000, first, 150'000));
    try {
        require_room(1000, first, 149'999);
        FAIL() << "not refused";
    } catch (const BadInput& error) {
        EXPECT_STREQ(error.what(), "ranks: found 1000 with 150 bytes of protocol state each, 30 of them tables; "
                                   "allowed: what fits into memory, here 149999 bytes");
    }
}

}  // namespace
}  // namespace rmasim::sim
