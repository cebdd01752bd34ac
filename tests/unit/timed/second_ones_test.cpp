// The second one of several ranks, windows, threads and reasons. Faults in the first one are noticed by all tests.
#include "protocol/base/errors.h"
#include "protocol/newrma/packets.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/programs/thread.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/executed_run.h"
#include "tests/unit/checkers/check_history.h"
#include "tests/unit/machine/shared_memory.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace rmasim::sim::second {

namespace {

class Holders : public check::History {
protected:
    Holders() : History(LockOrder::holders_first) {}

    // Rank 2 shares the lock of rank 1. Rank 1 requests its own lock exclusively. Rank 0, which holds another lock,
    // then enters the queue.
    void queue_at_rank_1() {
        locks(2, 1, LockType::shared);
        calls_lock(1, 1, LockType::exclusive);
        checker.lock_queued(1, 0, 1, LockType::exclusive);
        locks(0, 2, LockType::shared);
        calls_lock(0, 1, LockType::shared);
        asks(0, 1, newrma::flag::holds);
        checker.lock_queued(1, 0, 0, LockType::shared);
    }
};

class StaleReads : public SharedWindow {};

struct Nobody final : Variables {
    void assign(Rank, ThreadId, Slot, std::int64_t) override {}
};

Scenario scenario_of(const char* text) { return parse_scenario(parse_json(text), "."); }

}  // namespace

TEST_F(Holders, OneThatQueuedAsAHolderMayOvertake) {
    queue_at_rank_1();
    grants(1, 0, LockType::shared);
    expect_clean();
}

TEST_F(Holders, StaysOneWhenAnotherBecomesOne) {
    queue_at_rank_1();
    calls_lock(1, 2, LockType::shared);
    asks(1, 2);
    grants(2, 1, LockType::shared);
    grants(1, 0, LockType::shared);
    expect_clean();
}

// So may the own request of a rank that becomes a holder while it waits.
TEST_F(Holders, ARankThatWaitsForItsOwnLockMayBecomeOne) {
    locks(2, 1, LockType::shared);
    calls_lock(0, 1, LockType::exclusive);
    asks(0, 1);
    checker.lock_queued(1, 0, 0, LockType::exclusive);
    calls_lock(1, 1, LockType::shared);
    checker.lock_queued(1, 0, 1, LockType::shared);
    calls_lock(1, 2, LockType::shared);
    asks(1, 2);
    grants(2, 1, LockType::shared);
    grants(1, 1, LockType::shared);
    expect_clean();
}

// A window that lies behind the one that was read.
TEST_F(StaleReads, NameTheWindowAndTheOwnerOfTheirByte) {
    settings().order = MemoryOrder::weak;
    settings().without_mem_sync = {MemSync::unlock_before};
    scenario.windows.push_back({"x", 64, true});
    make();
    memory->store(0, 2, 1, 16, Datatype::int64, 1, 5, 0);
    sync(0, MemSync::unlock_before);
    sync(1);
    EXPECT_EQ(memory->load(1, 2, 1, 16, Datatype::int64), 0);
    memory->store(0, 1, 2, 8, Datatype::int64, 1, 5, 0);
    sync(0, MemSync::unlock_before);
    sync(1);
    EXPECT_EQ(memory->load(1, 1, 2, 8, Datatype::int64), 0);
    ASSERT_EQ(stale_reads().size(), 2U);
    EXPECT_EQ(stale_reads()[0].window, 1);
    EXPECT_EQ(stale_reads()[0].owner, 2);
    EXPECT_EQ(stale_reads()[0].disp_bytes, 16U);
    EXPECT_EQ(stale_reads()[1].window, 2);
    EXPECT_EQ(stale_reads()[1].owner, 1);
    EXPECT_EQ(stale_reads()[1].disp_bytes, 8U);
}

// Two ranks have stores of the word in their buffers, and each left out its own MEM_SYNC.
TEST_F(StaleReads, NameEachRankThatLeftOutAMemSync) {
    settings().order = MemoryOrder::weak;
    settings().without_mem_sync = {MemSync::unlock_before, MemSync::fence_before};
    make();
    memory->store(0, 2, 1, 16, Datatype::int64, 1, 5, 0);
    sync(0, MemSync::unlock_before);
    memory->store(2, 2, 1, 16, Datatype::int64, 1, 6, 0);
    sync(2, MemSync::fence_before);
    sync(1);
    EXPECT_EQ(memory->load(1, 2, 1, 16, Datatype::int64), 0);
    ASSERT_EQ(stale_reads().size(), 2U);
    EXPECT_EQ(stale_reads()[0].rank, 0);
    EXPECT_EQ(stale_reads()[0].missing, MemSync::unlock_before);
    EXPECT_EQ(stale_reads()[1].rank, 2);
    EXPECT_EQ(stale_reads()[1].missing, MemSync::fence_before);
}

// Rank 0's store leaves its buffer late, and overwrites a newer store of rank 1. The memory records the overwritten
// newer store, although it keeps no stale values for early loads.
TEST_F(StaleReads, AreSeenWhereNoLoadMayBeEarly) {
    settings().order = MemoryOrder::weak;
    settings().stale_words = 0;
    settings().without_mem_sync = {MemSync::unlock_before};
    make();
    store(0, 8, 5);
    sync(0, MemSync::unlock_before);
    store(1, 8, 6);
    sync(1);
    sync(0);
    EXPECT_EQ(load(1, 8), 5);
    ASSERT_EQ(stale_reads().size(), 1U);
    EXPECT_EQ(stale_reads()[0].rank, 0);
    EXPECT_EQ(stale_reads()[0].missing, MemSync::unlock_before);
}

// The bounds of accesses in a window are those of the target's segment.
TEST(SecondSize, AnOperationEndsWhereItsOwnersPartEnds) {
    for (const char* const shared : {"false", "true"}) {
        Nobody nobody;
        const Scenario scenario =
            scenario_of((std::string(R"({"name": "sizes", "ranks": 2, "platform": {"ranks_per_node": 2},
                "windows": {"w": {"bytes": "rank == 1 ? 128 : 64", "shared": )") +
                         shared + R"(}}, "programs": [{"calls": []}]})")
                            .c_str());
        WindowMemory memory(scenario, nobody);
        const Region far{120, 1, 0, 0, Datatype::int64};
        const Payload payload = memory.allocate(16);
        std::memset(payload.bytes, 0, 16);
        const std::function<void(Rank, Rank)> operations[] = {
            [&](Rank by, Rank owner) { memory.release(memory.read(by, owner, 0, far)); },
            [&](Rank by, Rank owner) { memory.release(memory.read_atomic(by, owner, 0, far, ReduceOp::sum)); },
            [&](Rank by, Rank owner) { memory.write(by, owner, 0, far, payload); },
            [&](Rank by, Rank owner) { memory.accumulate(by, owner, 0, far, ReduceOp::sum, payload); },
            [&](Rank by, Rank owner) { memory.compare_and_swap(by, owner, 0, far, payload); },
        };
        for (const auto& operation : operations) {
            EXPECT_NO_THROW(operation(0, 1));
            EXPECT_THROW(operation(1, 0), ProtocolError);
        }
    }
}

// Each thread of each rank generates its own numbers.
TEST(SecondThread, DrawsItsOwnRandomNumbers) {
    const Scenario scenario = scenario_of(R"({"name": "draws", "ranks": 3, "windows": {"w": {"bytes": 8}},
        "programs": [{"threads": [[], [], []]}]})");
    Threads threads(scenario);
    std::set<std::uint64_t> seen;
    for (Rank rank = 0; rank < 3; ++rank) {
        for (Thread& thread : threads.make_next()) seen.insert(thread.random.below(std::uint64_t{1} << 60));
    }
    EXPECT_EQ(seen.size(), 9U);
}

// Two threads unlock two windows at two targets, the second one first: both answers are lost.
TEST(SecondThread, AWaitIsThatOfTheThreadOnItsWindow) {
    const Scenario scenario = scenario_of(R"({"name": "two-waits", "ranks": 3,
        "windows": {"v": {"bytes": 64}, "w": {"bytes": 64}},
        "programs": [{"ranks": "0", "threads": [
            [{"compute": {"ns": 90000}}, {"lock": {"win": "v", "target": 1, "type": "shared"}},
             {"put": {"win": "v", "target": 1, "count": 8}}, {"unlock": {"win": "v", "target": 1}}],
            [{"lock": {"win": "w", "target": 2, "type": "shared"}},
             {"put": {"win": "w", "target": 2, "count": 8}}, {"unlock": {"win": "w", "target": 2}}]]}],
        "faults": {"losses": [{"from": "1-2", "to": "0"}]}})");
    const RunResult result = execute(scenario).result;
    ASSERT_EQ(result.stuck.size(), 2U);
    for (const StuckCall& call : result.stuck) {
        EXPECT_EQ(call.call, "unlock");
        EXPECT_EQ(call.reason,
                  call.thread == 0U ? "completion of operations at rank 1" : "completion of operations at rank 2");
    }
}

// Two threads of a rank wait for elements of different pools; the pool of the first one shrank.
TEST(SecondThread, APoolThatShrankMattersIfAnyThreadWaitsForIt) {
    const Scenario scenario = scenario_of(R"({"name": "two-pools", "ranks": 3,
        "protocol": {"op_pool": {"local": 1, "global": 0}},
        "windows": {"v": {"bytes": 64}, "w": {"bytes": 64}},
        "programs": [{"ranks": "0", "threads": [
            [{"lock": {"win": "v", "target": 1, "type": "shared"}}, {"put": {"win": "v", "target": 1, "count": 8}},
             {"unlock": {"win": "v", "target": 1}}],
            [{"compute": {"ns": 50000}}, {"recv": {"source": 2, "tag": 1}}]]}],
        "faults": {"shrinks": [{"ranks": "0", "pool": "op.local.v", "to": 0, "at_ns": 0}]}})");
    const RunResult result = execute(scenario).result;
    EXPECT_EQ(result.cause.rfind("the pool op.local.v of rank 0 shrank to 0 elements", 0), 0U) << result.cause;
}

}  // namespace rmasim::sim::second
