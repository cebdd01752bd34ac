// Windows that are created and freed while programs run: on overlapping communicators, in any order, thousands of
// windows at the same time, a hundred thousand windows one after another. Each segment must have the data that were put
// into it, and no state of a freed window may remain.
#include "tests/random_rounds.h"
#include "tests/windows/live_world.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace rmasim::windows_test {

namespace {

struct Case {
    const char* name;
    std::string_view family;
    bool ordered = true;
    bool uses = true;   // puts; without them only the lives of windows count
    bool locks = true;  // the family has LOCK
    Rank ranks_per_node = 1;
};

std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.name; }

Plan plan_of(const Case& one, std::uint64_t seed, std::uint32_t windows) {
    const bool shared = one.family == "shm";
    return random_plan(seed, {windows, one.uses, one.locks, shared, one.ranks_per_node > 1});
}

Environment environment(const Case& one, std::uint64_t seed) {
    return {one.family, one.ordered, one.ranks_per_node, seed};
}

std::uint64_t bytes(const ProcessMemory& memory) {
    return memory.engine_bytes + memory.table_bytes + memory.pool_bytes;
}

// Two ranks create, use and free a window, again and again.
Plan again_and_again(const Case& one, std::uint32_t times) {
    Plan plan(2);
    plan.comms.push_back(Comm({0, 1}));
    for (std::uint32_t i = 0; i < times; ++i) {
        const std::uint32_t window = plan.make(0, one.family == "shm");
        if (one.uses) plan.use(window, one.locks && i % 2 == 1 ? Act::use_by_lock : Act::use_by_fence);
        plan.free(window);
    }
    return plan;
}

// All windows exist before the first is freed. Those with even numbers are freed first.
Plan many_alive(std::uint32_t windows, bool shared) {
    Plan plan(2);
    plan.comms.push_back(Comm({1, 0}));
    for (std::uint32_t i = 0; i < windows; ++i) plan.make(0, shared);
    plan.use(windows - 1, Act::use_by_fence);
    for (const std::uint32_t first : {0u, 1u}) {
        for (std::uint32_t i = first; i < windows; i += 2) plan.free(i);
    }
    return plan;
}

}  // namespace

class LiveWindowsOf : public testing::TestWithParam<Case> {};

// 10,000 windows in programs of different seeds, and 2,000 in one program.
TEST_P(LiveWindowsOf, OfOverlappingCommunicatorsComeAndGoInAnyOrder) {
    std::size_t reused_early = 0;
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        const Shown shown = run(plan_of(GetParam(), seed, 100), environment(GetParam(), seed));
        ASSERT_EQ(shown.trouble, "") << "seed " << seed;
        ASSERT_LT(shown.numbers, 60u);  // numbers are used again
        reused_early += shown.reused_early;
    }
    const Shown shown = run(plan_of(GetParam(), 81, 2000), environment(GetParam(), 81));
    ASSERT_EQ(shown.trouble, "");
    ASSERT_LT(shown.numbers, 60u);
    EXPECT_GT(reused_early + shown.reused_early, 100u);
}

TEST_P(LiveWindowsOf, SameRunSameNumbers) {
    const Plan plan = plan_of(GetParam(), 5, 200);
    const Shown once = run(plan, environment(GetParam(), 5));
    const Shown again = run(plan, environment(GetParam(), 5));
    EXPECT_EQ(once.numbers, again.numbers);
    EXPECT_EQ(once.reused_early, again.reused_early);
    EXPECT_EQ(bytes(once.max), bytes(again.max));
}

TEST_P(LiveWindowsOf, MemoryIsFlat) {
    const Shown few = run(again_and_again(GetParam(), 5000), environment(GetParam(), 1));  // 49 samples
    const auto times = static_cast<std::uint32_t>(random_rounds(100'000));
    const Shown many = run(again_and_again(GetParam(), times), environment(GetParam(), 1));
    ASSERT_EQ(few.trouble, "");
    ASSERT_EQ(many.trouble, "");
    EXPECT_EQ(many.numbers, few.numbers);
    EXPECT_EQ(bytes(many.max), bytes(few.max));
    EXPECT_EQ(many.registry_bytes, few.registry_bytes);
    RecordProperty("bytes", static_cast<int>(bytes(many.max)));
}

TEST_P(LiveWindowsOf, SixtyThousandAreAlive) {
    const bool shared = GetParam().family == "shm";
    if (!GetParam().uses) GTEST_SKIP() << "it makes no use of them";
    if (GetParam().family == "oldqueue, told") GTEST_SKIP() << "each WIN_CREATE looks at all windows: half a minute";
    const Shown shown = run(many_alive(sim::max_windows, shared), environment(GetParam(), 1));
    EXPECT_EQ(shown.trouble, "");
    EXPECT_EQ(shown.numbers, sim::max_windows);
    const Shown more = run(many_alive(sim::max_windows + 1, shared), environment(GetParam(), 1));
    EXPECT_EQ(
        more.trouble,
        "win_create: no window number below 60000 is free at each rank of the communicator: free some windows first");
}

// MPICH, as family ch3 records it, may send an UNLOCK that no call waits for: it may arrive after WIN_FREE.
TEST(LiveWindows, OfCh3AreFreedTooEarly) {
    const Case unordered{"ch3", "ch3", false};
    const Plan plan = again_and_again(unordered, 1000);
    std::string trouble;
    for (std::uint64_t seed = 1; seed <= 50 && trouble.empty(); ++seed) {
        trouble = run(plan, environment(unordered, seed)).trouble;
    }
    EXPECT_NE(trouble.find("which win_free has freed (causes 10 and 14)"), std::string::npos) << trouble;
}

INSTANTIATE_TEST_SUITE_P(
    Family, LiveWindowsOf,
    testing::Values(Case{"newrma", "newrma"}, Case{"newrma_unordered", "newrma", false},
                    Case{"newrma_on_nodes", "newrma", true, true, true, 3}, Case{"ch3", "ch3"}, Case{"ch4", "ch4"},
                    Case{"ch4_on_nodes", "ch4", true, true, false, 3}, Case{"ch3_unordered", "ch3", false, true, false},
                    Case{"ch3_on_nodes", "ch3", true, true, false, 3}, Case{"shm", "shm", true, true, false, 6},
                    Case{"oldqueue", "oldqueue"}, Case{"oldqueue_unordered", "oldqueue", false},
                    Case{"oldqueue_told", "oldqueue, told"}, Case{"synccount", "synccount", true, false, false}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace rmasim::windows_test
