// The reports and comparisons of a timed run: polls by agents, memory, counts without expectations.
#include "sim/frontend/output/print.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/as_expected.h"
#include "sim/timed/executed_run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim {
namespace {

Scenario scenario_with(const std::string& more) {
    return parse_scenario(parse_json(R"({"name": "result", "ranks": 4, "windows": {"w": {"bytes": 64}},
                                         "programs": [{"calls": [{"barrier": {}}]}])" +
                                     more + "}"),
                          ".");
}

}  // namespace

// A poll sees a packet that arrives at the moment of the poll.
TEST(RunResult, AnAgentLooksAtItsMomentsAndNotAfterThem) {
    Scenario scenario = scenario_with("");
    scenario.agent.interval_ns = 700;
    const Agents agents(scenario);
    constexpr Time interval = from_ns(700);
    for (Rank rank = 0; rank < 50; ++rank) {
        const Time first = agents.next_look(rank, 0);
        EXPECT_LT(first, interval);
        EXPECT_EQ(agents.next_look(rank, first), first);
        EXPECT_EQ(agents.next_look(rank, first + 1), first + interval);
        EXPECT_EQ(agents.next_look(rank, first + 3 * interval), first + 3 * interval);
        EXPECT_EQ(agents.next_look(rank, first + 3 * interval + 1), first + 4 * interval);
    }
}

TEST(RunResult, AKindOfPacketThatWasNotExpectedIsADifference) {
    const Scenario scenario = scenario_with(R"(, "expect": {"messages": {"by_kind": {"PUT": 0}}})");
    const auto [run, result] = execute(scenario);
    const std::vector<Difference> found = differences(scenario, measured_by(result), run->memory(), {});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].what, "messages.by_kind.BARRIER");
    EXPECT_EQ(found[0].expected, "0");
    EXPECT_EQ(found[0].got, "8");
}

TEST(RunResult, TheRankWithTheLeastMemoryIsNamedToo) {
    const RunResult alike = execute(scenario_with("")).result;
    EXPECT_GT(alike.memory.min_total, 0U);
    EXPECT_EQ(alike.memory.min_total, alike.memory.total);
}

// However many loads are wrong: all count, and the first hundred are named.
TEST(RunResult, CountsAllWrongLoadsAndNamesAHundred) {
    for (const std::uint64_t loads : {99U, 100U, 101U, 130U}) {
        Scenario scenario = parse_scenario(
            parse_json(fmt::format(R"({{"name": "wrong", "ranks": 1, "windows": {{"w": {{"bytes": 8}}}}, "programs": [{{
                "calls": [{{"repeat": {{"times": {}, "as": "i", "calls": [
                    {{"load": {{"datatype": "int64", "as": "x", "expect": "i + 1"}}}}]}}}}]}}]}})",
                                   loads)),
            ".");
        const RunResult result = execute(scenario).result;
        EXPECT_EQ(result.wrong_value_count, loads);
        EXPECT_EQ(result.wrong_values.size(), std::min<std::uint64_t>(loads, 100));
        EXPECT_EQ(result.wrong_values.back().expected, static_cast<std::int64_t>(result.wrong_values.size()));
    }
}

// The bound is what full pools would take.
TEST(RunResult, EachElementOfAPoolCounts) {
    const auto bound = [](int global) {
        const std::string pool = fmt::format(R"({{"local": 1, "global": {}}})", global);
        return execute(scenario_with(R"(, "protocol": {"op_pool": )" + pool + "}")).result.memory.pools_bound;
    };
    EXPECT_GT(bound(65), bound(64));
    EXPECT_EQ(bound(65) - bound(64), bound(3) - bound(2));
    EXPECT_LT(bound(1), bound(65));
}

// Data that are lost, that arrive at a dead rank, or that are at a rank when it dies.
TEST(RunResult, DataThatNobodyGetsAreGivenBack) {
    for (const char* const fault :
         {R"("losses": [{"from": "0", "to": "1"}])", R"("deaths": [{"ranks": "1", "at_ns": 1}])",
          R"("deaths": [{"ranks": "1", "at_ns": 60000}])"}) {
        const Scenario scenario = parse_scenario(parse_json(fmt::format(R"({{"name": "lost", "ranks": 2,
            "windows": {{"w": {{"bytes": 64}}}}, "faults": {{{}}}, "programs": [
            {{"ranks": "0", "calls": [{{"send": {{"target": 1, "datatype": "int64"}}}}]}},
            {{"ranks": "1", "calls": [{{"compute": {{"ns": 50000}}}}, {{"compute": {{"ns": 50000}}}},
                                      {{"recv": {{"source": 0, "datatype": "int64"}}}}]}}]}})",
                                                                        fault)),
                                                 ".");
        const auto [run, result] = execute(scenario);
        EXPECT_NE(result.outcome, Outcome::finished) << fault;
        EXPECT_EQ(run->memory().payloads_in_flight(), 0U) << fault;
    }
}

// C1 control characters, too: a terminal takes c2 9f for ESC _, the last of them.
TEST(Printable, NamesEveryControlCharacter) {
    EXPECT_EQ(printable("a\x1f\x7f\t"), "a\\x1f\\x7f\\x09");
    EXPECT_EQ(printable("\xc2\x80 \xc2\x9f"), "\\xc2\\x80 \\xc2\\x9f");
    EXPECT_EQ(printable(" ~\xc2\xa0\xc3\xa9"), " ~\xc2\xa0\xc3\xa9");
}

}  // namespace rmasim::sim
