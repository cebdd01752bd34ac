// Runs that do not fit into memory are refused before they allocate any.
#include "sim/scenario/json/errors.h"
#include "sim/timed/available_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <sstream>

namespace rmasim::sim {
namespace {

TEST(MemoryAtHand, IsWhatIsAvailableAndFreeSwap) {
    std::istringstream meminfo("MemTotal:  100 kB\nMemFree:  10 kB\nMemAvailable:  40 kB\nSwapTotal:  9 kB\n"
                               "SwapFree:  2 kB\nHugePages_Total:  3\n");
    EXPECT_EQ(available_memory_in(meminfo), 42 * 1024U);
}

TEST(MemoryAtHand, IsUnknownWhereTheSystemDoesNotSay) {
    std::istringstream nothing, older("MemTotal:  100 kB\nSwapFree:  2 kB\n");
    EXPECT_EQ(available_memory_in(nothing), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(available_memory_in(older), std::numeric_limits<std::uint64_t>::max());
}

TEST(MemoryAtHand, HoldsTheProcessesOfAllRanks) {
    const ProcessMemory first{.engine_bytes = 100, .table_bytes = 30, .pool_bytes = 20};
    EXPECT_NO_THROW(require_room_within(150'000, 1000, first));
    try {
        require_room_within(149'999, 1000, first);
        FAIL() << "not refused";
    } catch (const BadInput& error) {
        EXPECT_STREQ(error.what(), "ranks: found 1000 with 150 bytes of protocol state each, 30 of them tables; "
                                   "allowed: a scenario that fits into memory, here 149999 bytes");
    }
}

// Far less is in use by this test than by all of this machine.
TEST(MemoryAtHand, IsSharedByTheProcessesOfARun) {
    const std::uint64_t alone = available_memory();
    if (alone == std::numeric_limits<std::uint64_t>::max()) GTEST_SKIP() << "the system does not say";
    const std::uint64_t part = available_memory(4);
    EXPECT_GT(part, alone / 8);
    EXPECT_LT(part, alone / 2);
    ProcessMemory first;
    first.engine_bytes = alone / 3;
    EXPECT_NO_THROW(require_room(1, first));
    EXPECT_THROW(require_room(1, first, 4), BadInput);
}

}  // namespace
}  // namespace rmasim::sim
