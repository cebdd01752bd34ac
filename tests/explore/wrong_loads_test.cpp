// Reports of explore on wrong loads.
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/explore/litmus.h"

#include <gtest/gtest.h>

namespace rmasim::explore {

using namespace sim;

namespace {

// Rank 0 stores and sends a message to rank 1, which loads. Both have a barrier, unless `without` omits it.
Scenario notified(const std::string& without) {
    return parsed(R"({"name": "told", "ranks": 2, "windows": {"w": {"bytes": 16, "shared": true}},
      "platform": {"ranks_per_node": 2, "memory": {"order": "weak", "without_mem_sync": [)" +
                  without + R"(]}},
      "programs": [
        {"ranks": "0", "calls": [
          {"lock_all": {"assert": ["nocheck"]}}, {"store": {"target": 1, "disp": 8, "datatype": "int64", "value": 5}},
          {"flush_all": {}}, {"send": {"target": 1}}, {"unlock_all": {}}]},
        {"ranks": "1", "calls": [
          {"lock_all": {"assert": ["nocheck"]}}, {"recv": {"source": 0}}, {"sync": {}},
          {"load": {"disp": 8, "datatype": "int64", "as": "got", "expect": 5}}, {"unlock_all": {}}]}]})");
}

std::vector<std::string> complaint_of(const Scenario& scenario) {
    const Exploration found = explored(scenario);
    if (!found.failure()) return {};
    EXPECT_EQ(found.failure()->kind, Failure::Kind::expectation);
    UntimedWorld world(scenario);
    const Replay again = replay(scenario, words_of(world, found.failure()->order), "schedule");
    EXPECT_EQ(again.failed, Failure::Kind::expectation);
    EXPECT_EQ(again.what, found.failure()->what);
    return found.failure()->what;
}

constexpr const char* wrong = "rank 1 at programs[1].calls[3].load: expected 5, got 0";

}  // namespace

TEST(WrongLoads, DoNotHappenAfterBarriers) { EXPECT_EQ(complaint_of(notified("")), std::vector<std::string>{}); }

TEST(WrongLoads, NameTheBarrierOfTheWriter) {
    EXPECT_EQ(complaint_of(notified(R"("flush")")),
              (std::vector<std::string>{
                  wrong, "rank 1 read a stale value of w[8] of rank 1: MEM_SYNC flush of rank 0 was omitted"}));
}

TEST(WrongLoads, NameTheBarrierOfTheReader) {
    EXPECT_EQ(complaint_of(notified(R"("sync")")),
              (std::vector<std::string>{
                  wrong, "rank 1 read a stale value of w[8] of rank 1: MEM_SYNC sync of rank 1 was omitted"}));
}

// With tso, loads are never early: the reader needs no barrier.
TEST(WrongLoads, DoNotHappenUnderTsoWithoutTheBarrierOfTheReader) {
    Scenario scenario = notified(R"("sync")");
    scenario.platform.memory.order = MemoryOrder::tso;
    EXPECT_EQ(complaint_of(scenario), std::vector<std::string>{});
}

// Each access is a step. Stores that are still in a buffer settle at the end.
TEST(WrongLoads, OfAnOrderAreStepsOfTheirOwn) {
    const Scenario scenario = parsed(R"({"name": "left", "ranks": 2, "windows": {"w": {"bytes": 8, "shared": true}},
      "platform": {"ranks_per_node": 2},
      "programs": [{"ranks": "0", "calls": [{"store": {"value": 1}}, {"load": {"as": "x"}}]}],
      "expect": {"memory": [{"ranks": "0", "win": "w", "values": [1]}]}})");
    const Exploration found = explored(scenario);
    EXPECT_FALSE(found.failure());
    EXPECT_EQ(found.runs, 1U);
    UntimedWorld world(scenario);
    EXPECT_EQ(words_of(world, found.ends.begin()->second.order),
              (std::vector<std::string>{"0 goes on: store", "0 goes on: load", "0 settles"}));
}

}  // namespace rmasim::explore
