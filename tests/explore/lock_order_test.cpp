// The three orders in which a target grants its lock: the programs that block, and the requests that may starve.
#include "sim/scenario/families/newrma/settings.h"
#include "sim/scenario/families/protocol_settings.h"
#include "tests/explore/worlds.h"

#include <gtest/gtest.h>

namespace rmasim::explore {

using namespace sim;

namespace {

Scenario world_with(const std::string& name, LockOrder order) {
    Scenario scenario = world_file(name);
    newrma::Config config = settings_as<newrma::Config>(*scenario.protocol);
    config.lock_order = order;
    scenario.protocol = make_settings(config);
    return scenario;
}

Exploration explored_in_order(const std::string& name, LockOrder order, std::uint64_t limit = 0) {
    return Explorer(world_with(name, order), {Reduction::dynamic, limit, false}).explore();
}

void expect_none_blocks(const Exploration& found) { EXPECT_FALSE(found.failure()) << found.failure()->what.front(); }

}  // namespace

// Ranks 0 and 1 are in a LOCK_ALL epoch and hold the lock of their own window. Each of them accesses the other's
// window. Ranks 2 and 3 are writers.
TEST(LockOrder, FirstComeFirstServedBlocksEpochsWithTwoLocksBesideWriters) {
    const Exploration found = explored_in_order("lock-all-crosses-writers", LockOrder::fifo);
    EXPECT_TRUE(found.exhausted());
    ASSERT_TRUE(found.failure());
    EXPECT_EQ(found.failure()->kind, Failure::Kind::deadlock);
    EXPECT_LT(found.failing_runs, found.runs);
    EXPECT_EQ(
        found.failure()->what.front(),
        "a cycle of waits: rank 0 waits in unlock_all at programs[0].calls[3].unlock_all for the lock of rank 1 on "
        "window \"w\", which rank 1 shares since the call at programs[0].calls[0].lock_all; the request is queued "
        "after rank 3's request; rank 1 waits in unlock_all at programs[0].calls[3].unlock_all for the lock of "
        "rank 0 on window \"w\", which rank 0 shares since the call at programs[0].calls[0].lock_all; the request "
        "is queued after rank 2's request");
    // Each of the four ranks makes its calls up to the one that waits (4 + 4 + 3 + 3), and four requests arrive.
    EXPECT_EQ(found.failure()->order.size(), 18U);
}

TEST(LockOrder, TheOthersDoNot) {
    for (const LockOrder order : {LockOrder::readers_first, LockOrder::holders_first}) {
        const Exploration found = explored_in_order("lock-all-crosses-writers", order);
        EXPECT_TRUE(found.exhausted());
        expect_none_blocks(found);
    }
}

// As above, but each epoch requests the other's lock before it holds its own: only the packet HOLDS lets it overtake.
TEST(LockOrder, AnEpochThatAskedBeforeItHeldALockTellsItsTargets) {
    constexpr std::uint64_t limit = 4000;
    EXPECT_TRUE(explored_in_order("lock-asks-before-it-holds", LockOrder::fifo, limit).failure());
    const Exploration found = explored_in_order("lock-asks-before-it-holds", LockOrder::holders_first, limit);
    expect_none_blocks(found);
    EXPECT_GT(found.by_kind.at("HOLDS").max, 0U);
    const Exploration readers = explored_in_order("lock-asks-before-it-holds", LockOrder::readers_first, limit);
    expect_none_blocks(readers);
    EXPECT_FALSE(readers.by_kind.contains("HOLDS"));
}

// Ranks 1 and 2 share the lock alternately: each rank keeps the lock until the other rank has acquired it. Meanwhile a
// writer waits. In every order the writer is last. With `fifo` the second reader does not acquire the lock. With
// `holders_first` it does not either, because the reader holds no other lock.
TEST(LockOrder, ReadersFirstKeepsAWriterWaitingAsLongAsReadersTakeTurns) {
    const Exploration readers = explored_in_order("readers-take-turns", LockOrder::readers_first);
    EXPECT_TRUE(readers.exhausted());
    expect_none_blocks(readers);
    for (const LockOrder order : {LockOrder::fifo, LockOrder::holders_first}) {
        const Exploration found = explored_in_order("readers-take-turns", order);
        ASSERT_TRUE(found.failure());
        EXPECT_EQ(found.failure()->kind, Failure::Kind::deadlock);
        EXPECT_EQ(found.failing_runs, found.runs) << "no order lets the second reader in";
    }
}

}  // namespace rmasim::explore
