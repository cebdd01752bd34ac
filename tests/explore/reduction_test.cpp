// Compares exploration with reduction and the enumeration of all orders. Reduction must find the same classes of
// orders, each class once, and the same outcomes.
#include "sim/scenario/expression/picks.h"
#include "tests/explore/worlds.h"
#include "tests/twister.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace rmasim::explore {

using namespace sim;

namespace {

void expect_same_walk(const Scenario& scenario, std::uint64_t min_reduction) {
    std::uint64_t reduced = 0;
    std::uint64_t plain = 0;
    EXPECT_EQ(classes_walked(scenario, Reduction::dynamic, reduced), classes_walked(scenario, Reduction::none, plain));
    EXPECT_GE(plain, min_reduction * reduced);

    const Exploration with = explored(scenario);
    const Exploration without = explored(scenario, Reduction::none);
    EXPECT_TRUE(with.exhausted());
    EXPECT_TRUE(without.exhausted());
    const auto ends = [](const Exploration& found) {
        std::set<std::uint64_t> digests;
        for (const auto& [digest, end] : found.ends) digests.insert(digest);
        return digests;
    };
    EXPECT_EQ(ends(with), ends(without));
    EXPECT_EQ(with.by_kind, without.by_kind);
    EXPECT_EQ(with.messages, without.messages);
    EXPECT_EQ(with.high_water, without.high_water);
}

}  // namespace

TEST(Reduction, OfTwoRanksThatContendForALock) { expect_same_walk(world_file("lock-contention"), 10); }
TEST(Reduction, OfAFenceOnTwoRanks) { expect_same_walk(world_file("fence-ring:2"), 10); }
TEST(Reduction, OfLockAllFallingBack) { expect_same_walk(world_file("lock-all-falls-back"), 10); }
TEST(Reduction, OfPutsWhoseDataLeaveInAnyOrder) { expect_same_walk(world_file("send-one-element"), 10); }
TEST(Reduction, OfAThreadThatWaitsForItsData) { expect_same_walk(world_file("send-thread-flush"), 5); }
// In family oldqueue, polls are separate steps.
TEST(Reduction, OfAnOwnLockBesideASharedOne) { expect_same_walk(world_file("oldqueue-own-lock-shared"), 10); }
TEST(Reduction, OfALongPutServedByARecv) { expect_same_walk(world_file("oldqueue-figure-6-8-long"), 5); }
TEST(Reduction, OfAFenceByCounts) { expect_same_walk(world_file("oldqueue-fence-own"), 10); }
TEST(Reduction, OfAnAgentThatIsAProcess) { expect_same_walk(world_file("oldqueue-process-agent"), 5); }
TEST(Reduction, OfALockOvertaken) { expect_same_walk(world_file("oldqueue-unordered-lock-plain"), 3); }
TEST(Reduction, OfALongPutUnderALock) { expect_same_walk(world_file("oldqueue-long-put"), 1000); }
TEST(Reduction, OfAnAccessAheadOfItsExposure) { expect_same_walk(world_file("oldqueue-early-access"), 100); }
TEST(LongReduction, OfARankOneFenceAhead) { expect_same_walk(world_file("oldqueue-one-ahead"), 300); }
TEST(LongReduction, OfThreeOriginsOnOneTarget) { expect_same_walk(world_file("three-origins"), 10); }
TEST(LongReduction, OfTwoThreadsThatFlushAndPut) { expect_same_walk(world_file("thread-flush-put"), 10); }

// Each rank executes: lock other, put, unlock, (ack), lock own, put, unlock. The other rank's PUT arrives at some
// position in this sequence. The packets of a pair keep their order: if a rank receives the PUT before its own UNLOCK,
// it sends the ACK before its own PUT, so the other rank receives the PUT after the ACK. There are 3 positions before
// UNLOCK at one rank and 4 positions after the ACK at the other rank, for each of the two ranks. In one more case both
// PUTs arrive between UNLOCK and ACK. The sum is 3 * 4 * 2 + 1.
TEST(Reduction, MakesOneRunAClass) {
    const Exploration contention = explored(world_file("lock-contention"));
    EXPECT_EQ(contention.runs, 25U);
    EXPECT_EQ(contention.redundant, 0U);
    EXPECT_EQ(contention.max_depth, 16U);
    // The only choice is the order in which the target receives its three requests.
    const Exploration origins = explored(world_file("three-origins"));
    EXPECT_EQ(origins.runs, 6U);
    EXPECT_EQ(origins.ends.size(), 3U);
}

// An origin executes START, two PUTs and COMPLETE. The POSTs of the two targets arrive anywhere among these steps (30
// orders), and then two acknowledgements (2 orders). A target first executes POST. The WAIT is anywhere among PUT and
// COMPLETE of the one origin and those of the other (30 orders). With two origins and two targets there would be 60^2 *
// 30^2 orders, but an origin sends COMPLETE only when both its PUTs are acknowledged. So if one target receives all
// packets of one origin before all packets of the other origin (5 orders), the other target cannot receive them in
// reverse. This makes 2 * 5^2 of the 30^2 orders impossible.
TEST(LongReduction, GoesThroughPscwOfTwoByTwo) {
    const Exploration found = explored(world_file("pscw-2x2"));
    EXPECT_TRUE(found.exhausted());
    EXPECT_EQ(found.runs, 60U * 60U * (30U * 30U - 2U * 5U * 5U));
    EXPECT_EQ(found.redundant, 0U);
    EXPECT_EQ(found.ends.size(), 1U);
    EXPECT_FALSE(found.failure());
}

TEST(LongReduction, GoesThroughAFenceOnThreeRanks) {
    const Exploration found = explored(world_file("fence-ring"));
    EXPECT_TRUE(found.exhausted());
    EXPECT_EQ(found.redundant, 0U);
    EXPECT_EQ(found.ends.size(), 1U);
    EXPECT_EQ(found.messages, (Range{18, 18}));
    EXPECT_FALSE(found.failure());
}

namespace {

// Returns a world of two or three ranks with a few calls each: messages, and locks that may conflict, on ordered and
// unordered networks.
std::string random_world(Twister& random) {
    const std::uint64_t ranks = 2 + random.below(2);
    std::vector<std::string> calls(ranks);
    const auto add = [&calls](std::uint64_t rank, const std::string& call) {
        calls[rank] += (calls[rank].empty() ? "" : ", ") + call;
    };
    for (std::uint64_t i = 0; i < 5 - ranks; ++i) {
        const std::uint64_t from = random.below(ranks);
        const std::uint64_t to = sim::another(random, from, ranks);
        if (random.below(2) == 0) {
            add(from,
                fmt::format(R"({{"send": {{"target": {}, "tag": {}, "datatype": "int32", "value": 1}}}})", to, i));
            add(to, fmt::format(R"({{"recv": {{"source": {}, "tag": {}, "datatype": "int32"}}}})", from, i));
        } else {
            add(from, fmt::format(R"({{"lock": {{"target": {}, "type": "exclusive"}}}}, )"
                                  R"({{"put": {{"target": {}, "value": {}}}}}, {{"unlock": {{"target": {}}}}})",
                                  to, to, i + 1, to));
        }
    }
    std::string programs;
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
        programs += fmt::format(R"({}{{"ranks": "{}", "calls": [{}]}})", rank == 0 ? "" : ", ", rank, calls[rank]);
    }
    return fmt::format(R"({{"name": "random", "ranks": {}, "windows": {{"w": {{"bytes": 8}}}},
                            "platform": {{"network": {{"reorder_ns": {}}}}}, "programs": [{}]}})",
                       ranks, random.below(2) * 100, programs);
}

}  // namespace

// Programs that may deadlock are included.
TEST(Reduction, MissesNothingInRandomWorlds) {
    Twister random(1);
    for (int i = 0; i < 200; ++i) {
        const std::string text = random_world(random);
        SCOPED_TRACE(text);
        const Scenario scenario = parsed(text);
        std::uint64_t reduced = 0;
        std::uint64_t plain = 0;
        const auto classes = classes_walked(scenario, Reduction::dynamic, reduced);
        ASSERT_EQ(classes, classes_walked(scenario, Reduction::none, plain));
        ASSERT_EQ(classes.size(), reduced);
    }
}

}  // namespace rmasim::explore
