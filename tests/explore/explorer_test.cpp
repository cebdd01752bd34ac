// Results of an exploration: failures with the shortest order, message counts and outcomes that depend on the order.
#include "sim/scenario/json/errors.h"
#include "sim/untimed/explore/end_values.h"
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/explore/worlds.h"

#include <gtest/gtest.h>

namespace rmasim::explore {

using namespace sim;

namespace {

// Two ranks that lock each other's window and their own in opposite order, without synchronisation: they may deadlock.
constexpr const char* may_cross = R"({
  "name": "may-cross", "ranks": 2, "windows": {"w": {"bytes": 8}},
  "programs": [{"ranks": "all", "calls": [
    {"lock": {"target": "rank", "type": "exclusive"}}, {"lock": {"target": "1 - rank", "type": "exclusive"}},
    {"put": {"target": "1 - rank"}}, {"unlock": {"target": "1 - rank"}}, {"unlock": {"target": "rank"}}]}]})";

constexpr const char* last_writer_wins = R"({
  "name": "last-writer", "ranks": 3, "windows": {"w": {"bytes": 8}},
  "programs": [{"ranks": "rank > 0", "calls": [
    {"lock": {"target": 0, "type": "exclusive"}}, {"put": {"target": 0, "datatype": "int64", "value": "rank"}},
    {"unlock": {"target": 0}}]}],
  "expect": {"memory": [{"ranks": "0", "win": "w", "datatype": "int64", "values": [2]}]}})";

std::vector<std::string> words_of_failure(const Scenario& scenario, const Exploration& found) {
    UntimedWorld world(scenario);
    return words_of(world, found.failure()->order);
}

}  // namespace

TEST(Explorer, FindsADeadlockThatSomeOrdersHave) {
    const Scenario scenario = parsed(may_cross);
    const Exploration found = explored(scenario);
    ASSERT_TRUE(found.failure());
    EXPECT_EQ(found.failure()->kind, Failure::Kind::deadlock);
    EXPECT_LT(found.failing_runs, found.runs);
    EXPECT_TRUE(found.failure()->what.front().starts_with("a cycle of waits")) << found.failure()->what.front();
    // Each rank makes four calls until UNLOCK waits, and two requests must arrive: no shorter order fails.
    EXPECT_EQ(found.failure()->order.size(), 10U);

    const Replay again = replay(scenario, words_of_failure(scenario, found), "schedule");
    EXPECT_EQ(again.failed, Failure::Kind::deadlock);
    EXPECT_EQ(again.steps, 10U);
    EXPECT_EQ(again.what, found.failure()->what);
}

TEST(Explorer, FindsAnEndThatIsNotAsExpected) {
    const Scenario scenario = parsed(last_writer_wins);
    const Exploration found = explored(scenario);
    EXPECT_EQ(found.runs, 2U);
    EXPECT_EQ(found.failing_runs, 1U);
    ASSERT_TRUE(found.failure());
    EXPECT_EQ(found.failure()->kind, Failure::Kind::expectation);
    EXPECT_EQ(found.ends.size(), 2U);
    EXPECT_EQ(replay(scenario, words_of_failure(scenario, found), "schedule").failed, Failure::Kind::expectation);
}

// Each order counts its own packets and bytes.
TEST(Explorer, ComparesTheBytesOfEachOrderWithWhatIsExpected) {
    std::string text = last_writer_wins;
    const std::string memory = R"("memory")";
    text.replace(text.find(memory), std::string::npos, R"("messages": {"total": 4, "bytes": 144}}})");
    const Exploration found = explored(parsed(text));
    EXPECT_EQ(found.runs, 2U);
    EXPECT_EQ(found.failing_runs, 0U) << found.failure()->what.front();
}

// Compares the values that no order affects: packets and their bytes.
TEST(Explorer, ComparesOnlyWhatNoOrderDecides) {
    const auto failing = [](const std::string& expectation) {
        std::string text = last_writer_wins;
        text.replace(text.find(R"("memory")"), std::string::npos, expectation + "}}");
        return explored(parsed(text)).failing_runs;
    };
    EXPECT_EQ(failing(R"("messages": {"total": 4)"
                      "}"),
              0U);
    EXPECT_EQ(failing(R"("messages": {"total": 5)"
                      "}"),
              2U);
    EXPECT_EQ(failing(R"("messages": {"bytes": 145)"
                      "}"),
              2U);
    EXPECT_EQ(failing(R"("messages": {"by_pair": {"1>0": {"PUT": 9}}})"), 0U);
    EXPECT_EQ(failing(R"("messages": {"between_nodes": {"PUT": 9}})"), 0U);
    EXPECT_EQ(failing(R"("high_water": {"op.global": 0}, "time_ns": {"min": 1, "max": 2})"), 0U);
}

// An operation before the failure that is unrelated to it is omitted from the order.
TEST(Explorer, KeepsOnlyWhatLeadsToAFailure) {
    const Scenario scenario = parsed(R"({
      "name": "outside", "ranks": 3, "windows": {"w": {"bytes": 8}},
      "programs": [
        {"ranks": "0", "calls": [
          {"lock": {"target": 1, "type": "shared"}}, {"put": {"target": 1}}, {"unlock": {"target": 1}}]},
        {"ranks": "2", "calls": [{"put": {"target": 1}}]}]})");
    const Exploration found = explored(scenario);
    ASSERT_TRUE(found.failure());
    EXPECT_EQ(found.failure()->kind, Failure::Kind::erroneous);
    EXPECT_EQ(found.failure()->order.size(), 1U);
}

TEST(Explorer, SaysWhetherMessageCountsDependOnTheOrder) {
    const Scenario scenario = world_file("thread-flush-put");
    const Exploration found = explored(scenario);
    EXPECT_LT(found.messages.min, found.messages.max);
    UntimedWorld world(scenario);
    EXPECT_EQ(replay(scenario, words_of(world, found.min_messages), "schedule").messages, found.messages.min);
    EXPECT_EQ(replay(scenario, words_of(world, found.max_messages), "schedule").messages, found.messages.max);
    EXPECT_EQ(found.by_kind.at("LOCK"), (Range{0, 1}));
    EXPECT_EQ(explored(world_file("fence-ring:2")).messages, (Range{8, 8}));
}

// The result of TEST depends on the order. With one of the two results, the program sends more packets, among them CTS,
// the last kind of the table. The first order or a later order may have these packets.
TEST(Explorer, CountsAKindThatSomeOrdersLackFromNone) {
    for (const std::string when : {"t", "!t"}) {
        const Exploration found = explored(parsed(R"({
          "name": "sometimes", "ranks": 2, "windows": {"w": {"bytes": 8}, "v": {"bytes": 8}},
          "protocol": {"rendezvous_threshold_bytes": 4, "eager_limit_bytes": 4},
          "programs": [
            {"ranks": "0", "calls": [{"start": {"win": "w", "group": [1]}}, {"complete": {"win": "w"}}]},
            {"ranks": "1", "calls": [
              {"post": {"win": "w", "group": [0]}}, {"test": {"win": "w", "as": "t"}},
              {"if": {"when": ")" + when + R"(", "calls": [
                {"lock": {"win": "v", "target": 0, "type": "exclusive"}},
                {"put": {"win": "v", "target": 0, "datatype": "int64"}}, {"unlock": {"win": "v", "target": 0}}]}},
              {"if": {"when": "!t", "calls": [{"wait": {"win": "w"}}]}}]}]})"));
        EXPECT_GT(found.runs, 1U);
        EXPECT_EQ(found.failing_runs, 0U);
        EXPECT_EQ(found.by_kind.at("POST"), (Range{1, 1}));
        for (const char* const kind : {"LOCK", "PUT+UNLOCK", "RTS", "CTS"}) {
            EXPECT_EQ(found.by_kind.at(kind), (Range{0, 1})) << when << ' ' << kind;
        }
    }
}

// Orders that end with the same memory may differ in their packets, so each order is compared by itself.
TEST(Explorer, ComparesThePacketsOfOrdersThatEndAlike) {
    Scenario scenario = world_file("thread-flush-put");
    const Exploration free = explored(scenario);
    ASSERT_LT(free.messages.min, free.messages.max);
    ASSERT_EQ(free.ends.size(), 1U);
    for (const std::uint64_t expected : {free.messages.min, free.messages.max}) {
        scenario.expect.messages_total = expected;
        const Exploration found = explored(scenario);
        EXPECT_GT(found.failing_runs, 0U) << expected;
        EXPECT_LT(found.failing_runs, found.runs) << expected;
    }
}

namespace {

// Three ranks in a barrier of two rounds, with a fault.
Scenario barrier_with(const std::string& faults) {
    return parsed(R"({"name": "barrier", "ranks": 3, "windows": {"w": {"bytes": 8}},
                      "programs": [{"calls": [{"barrier": {}}, {"barrier": {}}]}], "faults": )" +
                  faults + "}");
}

}  // namespace

// A rank that fails when it begins its second barrier has taken part in the first one.
TEST(Explorer, NamesTheRankThatDiedInEveryOrder) {
    const Exploration found = explored(barrier_with(R"({"deaths": [{"ranks": "1", "at_call": 2}]})"));
    EXPECT_EQ(found.failing_runs, found.runs);
    ASSERT_TRUE(found.failure());
    EXPECT_EQ(found.failure()->kind, Failure::Kind::lost_rank);
    EXPECT_NE(found.failure()->what.front().find("rank 1 died (in its 2nd call)"), std::string::npos);
}

// Two threads of a rank that fails when it begins its second call: either thread may begin that call.
TEST(Explorer, LetsEitherThreadBeTheOneThatDies) {
    const Scenario scenario = parsed(R"({"name": "threads", "ranks": 2, "windows": {"w": {"bytes": 8}},
      "programs": [{"ranks": "0", "threads": [
        [{"send": {"target": 1, "tag": 1}}, {"send": {"target": 1, "tag": 2}}], [{"send": {"target": 1, "tag": 3}}]]}],
      "faults": {"deaths": [{"ranks": "0", "at_call": 2}]}})");
    std::uint64_t reduced = 0;
    std::uint64_t plain = 0;
    EXPECT_EQ(classes_walked(scenario, Reduction::dynamic, reduced), classes_walked(scenario, Reduction::none, plain));
    EXPECT_GT(reduced, 1U);
}

TEST(Explorer, NamesThePacketThatWasLost) {
    const Scenario scenario = barrier_with(R"({"losses": [{"from": "2", "to": "0", "nth": 1}]})");
    const Exploration found = explored(scenario);
    EXPECT_EQ(found.failing_runs, found.runs);
    ASSERT_TRUE(found.failure());
    EXPECT_EQ(found.failure()->kind, Failure::Kind::deadlock);
    EXPECT_NE(found.failure()->what.front().find("the packet 2>0 BARRIER was lost"), std::string::npos);
    // All equivalent orders lose the same packets: plain enumeration finds no other outcomes.
    EXPECT_EQ(explored(scenario, Reduction::none).ends.size(), found.ends.size());
}

TEST(Explorer, RefusesFaultsThatNeedAClock) {
    const Scenario scenario = barrier_with(R"({"deaths": [{"ranks": "1", "at_ns": 5}]})");
    EXPECT_THROW(explored(scenario), BadInput);
}

// Orders have no clock: expectations about time are not compared.
TEST(Explorer, ComparesNoTime) {
    for (const char* const expected : {R"("time_ns": {"min": 1000000000})", R"("time_ns": {"max": 1})"}) {
        std::string text = last_writer_wins;
        const std::string memory = R"("memory")";
        text.resize(text.find(memory));
        text += R"("messages": {"total": 4}, )" + std::string(expected) + "}}";
        const Exploration found = explored(parsed(text));
        EXPECT_EQ(found.runs, 2U);
        EXPECT_EQ(found.failing_runs, 0U) << found.failure()->what.front();
    }
}

// The same bytes at another location are another end state: rank 1 puts into the second or the third page.
TEST(Explorer, TellsEndsApartByWhereTheirBytesAre) {
    const Exploration found = explored(parsed(R"({
      "name": "pages", "ranks": 3, "windows": {"w": {"bytes": 65536}},
      "programs": [
        {"ranks": "1", "calls": [
          {"lock": {"target": 0, "type": "exclusive"}},
          {"fetch_and_op": {"target": 0, "op": "sum", "datatype": "int64", "value": 1, "as": "before"}},
          {"flush": {"target": 0}},
          {"put": {"target": 0, "disp": "16384 + 16384 * before", "datatype": "int64", "value": 7}},
          {"unlock": {"target": 0}}, {"let": {"before": 0}}]},
        {"ranks": "2", "calls": [
          {"lock": {"target": 0, "type": "exclusive"}},
          {"accumulate": {"target": 0, "op": "sum", "datatype": "int64", "value": 1}},
          {"unlock": {"target": 0}}]}]})"));
    EXPECT_FALSE(found.failure());
    EXPECT_EQ(found.ends.size(), 2U);
}

// Ranks die one after the other. They are listed by rank, so that `died` finds them.
TEST(Explorer, ListsTheDeadByRank) {
    const Scenario scenario = barrier_with(R"({"deaths": [{"ranks": "all", "at_call": 1}]})");
    for (const bool last_first : {false, true}) {
        UntimedWorld world(scenario);
        world.reset();
        Search search(scenario.ranks, Reduction::none);
        search.begin_run();
        std::vector<Move> moves;
        for (world.list_moves(moves); !moves.empty(); world.list_moves(moves)) {
            world.carry_out(last_first ? moves.back() : moves.front(), search);
        }
        const LostThings lost = world.lost();
        ASSERT_EQ(lost.dead.size(), 3U);
        for (Rank rank = 0; rank < 3; ++rank) {
            EXPECT_EQ(lost.dead[static_cast<std::size_t>(rank)].rank, rank);
            EXPECT_TRUE(lost.died(rank));
        }
    }
}

TEST(Explorer, SaysWhenItStoppedAtItsLimit) {
    const Scenario scenario = world_file("lock-contention");
    Explorer explorer(scenario, {.reduction = Reduction::dynamic, .limit = 7, .stop_at_failure = false});
    const Exploration found = explorer.explore();
    EXPECT_EQ(found.runs, 7U);
    EXPECT_EQ(found.ended_by, EndedBy::limit);
}

// If the watcher ends a whole search, the search ends within an execution, which is not counted. A shard ends after an
// execution, so that the rest of the shard can be explored later.
TEST(Explorer, EndsWhenItsWatcherSaysSo) {
    const Scenario scenario = world_file("lock-queue");
    const auto stop = [](const Exploration&, double) { return std::optional(EndedBy::interrupt); };
    Explorer whole(scenario, {});
    whole.on_progress = stop;
    const Exploration found = whole.explore();
    EXPECT_EQ(found.ended_by, EndedBy::interrupt);
    EXPECT_GT(found.runs, 0U);
    EXPECT_LT(found.steps, 1024U * 20);

    Explorer other(scenario, {});
    other.on_progress = stop;
    const Shard shard = other.explore(Part{});
    ASSERT_TRUE(shard.rest);
    EXPECT_GE(shard.found.runs, found.runs);
    Explorer rest(scenario, {});
    const Shard others = rest.explore(Part{.begun = shard.rest->begun});
    EXPECT_EQ(shard.found.runs + others.found.runs, explored(scenario).runs);
}

namespace {

EndValues values_of(const Scenario& scenario) {
    const Exploration found = explored(scenario);
    UntimedWorld world(scenario);
    std::map<std::uint64_t, std::vector<std::string>> orders;
    for (const auto& [digest, end] : found.ends) orders[digest] = words_of(world, end.order);
    return end_values(scenario, orders);
}

}  // namespace

// Rank 0 ends with 1 or 2 in its word, and each origin has read the previous value.
TEST(EndValues, AreThoseThatDiffer) {
    const Scenario scenario = parsed(R"({
      "name": "seen", "ranks": 3, "windows": {"w": {"bytes": 16}}, "buffers": {"b": {"bytes": 4}},
      "programs": [{"ranks": "rank > 0", "calls": [
        {"let": {"same": 7}}, {"lock": {"target": 0, "type": "exclusive"}},
        {"fetch_and_op": {"target": 0, "disp": 8, "datatype": "int64", "op": "replace", "value": "rank", "as": "seen"}},
        {"unlock": {"target": 0}}]}]})");
    const Exploration found = explored(scenario);
    ASSERT_EQ(found.ends.size(), 2U);
    UntimedWorld world(scenario);
    std::map<std::uint64_t, std::vector<std::string>> orders;
    std::uint64_t first = 0, second = 0;
    for (const auto& [digest, end] : found.ends) {
        orders[digest] = words_of(world, end.order);
        (end.number == 1 ? first : second) = digest;
    }
    const EndValues values = end_values(scenario, orders);
    EXPECT_EQ(values.names, (std::vector<std::string>{"rank 0, w, int64 at byte 8", "rank 1, variable seen",
                                                      "rank 2, variable seen"}));
    EXPECT_FALSE(values.more);
    EXPECT_EQ(values.of.at(first), (std::vector<EndValue>{std::int64_t{2}, std::int64_t{0}, std::int64_t{1}}));
    EXPECT_EQ(values.of.at(second), (std::vector<EndValue>{std::int64_t{1}, std::int64_t{2}, std::int64_t{0}}));
}

// Only the first values are kept, and a large window is not read completely.
TEST(EndValues, OfLargeWindowsAreBounded) {
    const Scenario scenario = parsed(R"({
      "name": "many", "ranks": 3, "windows": {"w": {"bytes": "rank == 0 ? 1 << 22 : 0"}},
      "programs": [{"ranks": "rank > 0", "calls": [
        {"lock": {"target": 0, "type": "exclusive"}},
        {"put": {"target": 0, "datatype": "float64", "disp": 64, "count": 1000, "value": "rank", "step": 1}},
        {"unlock": {"target": 0}}]}]})");
    const EndValues values = values_of(scenario);
    ASSERT_EQ(values.names.size(), max_end_values);
    EXPECT_TRUE(values.more);
    EXPECT_EQ(values.names.back(), "rank 0, w, float64 at byte 312");
    for (const auto& [digest, all] : values.of) EXPECT_NE(all.front(), all.back()) << digest;
}

TEST(EndValues, SideBySideThatAreAlikeAreOne) {
    const Scenario scenario = parsed(R"({
      "name": "equal", "ranks": 3, "windows": {"w": {"bytes": 256}},
      "programs": [{"ranks": "rank > 0", "calls": [
        {"lock": {"target": 0, "type": "exclusive"}},
        {"put": {"target": 0, "datatype": "int32", "disp": 4, "count": 8, "value": "7 * rank", "step": 0}},
        {"put": {"target": 0, "datatype": "int32", "disp": 36, "count": 2, "value": "rank", "step": 0}},
        {"unlock": {"target": 0}}]}]})");
    const EndValues values = values_of(scenario);
    EXPECT_EQ(values.names,
              (std::vector<std::string>{"rank 0, w, int32 at bytes 4-35", "rank 0, w, int32 at bytes 36-43"}));
    EXPECT_FALSE(values.more);
    for (const auto& [digest, all] : values.of) {
        const bool first = all.back() == EndValue(std::int64_t{1});
        EXPECT_EQ(all.front(), EndValue(std::int64_t{first ? 7 : 14}));
    }
}

TEST(EndValues, SayWhereThreadsStandThatWait) {
    const Scenario scenario = parsed(may_cross);
    const Exploration found = explored(scenario);
    UntimedWorld world(scenario);
    std::map<std::uint64_t, std::vector<std::string>> orders;
    for (const auto& [digest, end] : found.ends) orders[digest] = words_of(world, end.order);
    const EndValues values = end_values(scenario, orders);
    // If all calls return, rank 1 has put its number into the window of rank 0, and rank 0 has put a 0.
    EXPECT_EQ(values.names,
              (std::vector<std::string>{"rank 0 stands at", "rank 0, w, byte at byte 0", "rank 1 stands at"}));
    for (const auto& [digest, end] : found.ends) {
        const bool at_end = values.of.at(digest).front() == EndValue("its end");
        EXPECT_EQ(at_end, end.finished);
    }
}

TEST(Schedule, IsRefusedWhereAStepCannotBeMade) {
    const Scenario scenario = parsed(last_writer_wins);
    const auto complaint = [&](const std::vector<std::string>& steps) {
        try {
            replay(scenario, steps, "schedule");
        } catch (const BadInput& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(complaint({"1 goes on: lock", "2 receives PUT from 1"}),
              "schedule[1]: found \"2 receives PUT from 1\"; allowed: \"1 goes on\", \"2 goes on\"");
    EXPECT_EQ(complaint({"1 goes on / picks x"}),
              "schedule[0]: found \"1 goes on / picks x\"; allowed: a move, or a move, \" / picks\" and numbers");
    EXPECT_EQ(complaint({"1 goes on / picks/0"}),
              "schedule[0]: found \"1 goes on / picks/0\"; allowed: a move, or a move, \" / picks\" and numbers");
    EXPECT_EQ(complaint({"1 goes on: lock"}), "");
}

}  // namespace rmasim::explore
