// Scenario files are parsed to the correct Scenario.
#include "protocol/newrma/config.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/ranks.h"
#include "sim/scenario/read/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace rmasim::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Json minimal() {
    return Json::parse(
        R"({"name": "minimal", "ranks": 4, "windows": {"w": {"bytes": 64}}, "programs": [{"calls": []}]})");
}

Scenario parsed(const std::vector<std::string>& settings = {}) {
    Json json = minimal();
    for (const std::string& setting : settings) apply_setting(json, setting);
    return parse_scenario(json, ".");
}

const newrma::Config& config_of(const Scenario& scenario) { return settings_as<newrma::Config>(*scenario.protocol); }

template <class Action>
std::string refusal(Action action) {
    try {
        action();
    } catch (const BadInput& error) {
        return error.what();
    }
    return "accepted";
}

std::string refusal_with(const std::string& setting) {
    return refusal([&] { parsed({setting}); });
}

TEST(Parse, LeavesDefaultsAlone) {
    const Scenario scenario = parsed();
    EXPECT_EQ(scenario.name, "minimal");
    EXPECT_EQ(scenario.ranks, 4);
    EXPECT_EQ(scenario.seed, 1u);
    EXPECT_TRUE(scenario.data);
    EXPECT_EQ(config_of(scenario).slots, newrma::Config{}.slots);
    EXPECT_EQ(config_of(scenario).op_pool.global, newrma::Config{}.op_pool.global);
    EXPECT_EQ(scenario.platform.network.latency_ns, NetworkSettings{}.latency_ns);
    EXPECT_EQ(scenario.costs.copy_gbps, Costs{}.copy_gbps);
    EXPECT_FALSE(scenario.expect.any());
}

TEST(Parse, TakesEverySetting) {
    const Scenario scenario =
        parsed({"seed=99", "data=false", "about=why", "protocol.slots=4", "protocol.op_pool.local=0",
                "protocol.optimizations.lazy_free=false", "platform.ranks_per_node=2", "platform.network.model=flow",
                "platform.network.bandwidth_gbps=12.5", "costs.issue_ns=7"});
    EXPECT_EQ(scenario.seed, 99u);
    EXPECT_FALSE(scenario.data);
    EXPECT_EQ(scenario.about, "why");
    EXPECT_EQ(config_of(scenario).slots, 4u);
    EXPECT_EQ(config_of(scenario).op_pool.local, 0u);
    EXPECT_FALSE(config_of(scenario).optimizations.lazy_free);
    EXPECT_EQ(scenario.platform.ranks_per_node, 2);
    EXPECT_EQ(scenario.platform.network.model, NetworkModel::flow);
    EXPECT_EQ(scenario.platform.network.bandwidth_gbps, 12.5);
    EXPECT_EQ(scenario.costs.issue_ns, 7);
}

TEST(Parse, TakesEverySettingOfTheDesign) {
    const Scenario scenario =
        parsed({"progress=agent", "platform.network.reorder_ns=300", "protocol.optimizations.complete_rides=true",
                "protocol.cleanup=flush", "protocol.lock_buffer.operations=0", "protocol.lock_buffer.bytes=9",
                "protocol.lock_all_requests=3", "protocol.pscw_tree=4", "protocol.accumulate_ordering=false",
                "protocol.restore_op=until_empty", "protocol.optimizations.drop_empty=false"});
    EXPECT_EQ(scenario.progress, Progress::agent);
    EXPECT_EQ(scenario.platform.network.reorder_ns, 300);
    EXPECT_TRUE(config_of(scenario).optimizations.complete_rides);
    EXPECT_EQ(config_of(scenario).cleanup, newrma::Cleanup::flush);
    EXPECT_EQ(config_of(scenario).lock_buffer.operations, 0u);
    EXPECT_EQ(config_of(scenario).lock_buffer.bytes, 9u);
    EXPECT_EQ(config_of(scenario).lock_all_requests, 3u);
    EXPECT_EQ(config_of(scenario).pscw_tree, 4u);
    EXPECT_FALSE(config_of(scenario).accumulate_ordering);
    EXPECT_EQ(config_of(scenario).restore_op, newrma::RestoreOp::until_empty);
    EXPECT_FALSE(config_of(scenario).optimizations.drop_empty);
    EXPECT_THAT(refusal_with("protocol.restore_op=once"), HasSubstr("until_free"));
    EXPECT_THAT(refusal_with("protocol.pscw_tree=1"), HasSubstr("a fan-out of at least 2"));
    EXPECT_THAT(refusal_with("protocol.lock_all_requests=0"), HasSubstr("1 to"));
}

TEST(Parse, WindowsKeepTheOrderOfTheFile) {
    const Scenario scenario = parsed({R"(windows={"z": {"bytes": 1}, "a": {"bytes": 2}})"});
    EXPECT_EQ(scenario.windows.at(0).name, "z");
    EXPECT_EQ(scenario.windows.at(1).name, "a");
    EXPECT_EQ(scenario.windows.at(1).bytes.max(), 2u);
}

TEST(Parse, Topologies) {
    EXPECT_THAT(
        parsed({R"(platform={"topology": "torus", "torus": {"dimensions": [2, 2]}})"}).platform.torus_dimensions,
        ElementsAre(2, 2));
    EXPECT_THAT(refusal_with(R"(platform={"topology": "torus", "torus": {"dimensions": [3]}})"), HasSubstr("4 nodes"));
    // Settings of a topology that is not chosen are kept without checking their size.
    EXPECT_EQ(refusal_with(R"(platform={"torus": {"dimensions": [3]}})"), "accepted");
    EXPECT_THAT(refusal_with("platform.topology=file"), HasSubstr("\"file\" is required"));
}

TEST(Parse, IntegersMayBeWrittenAsWholeDoubles) {
    EXPECT_EQ(parsed({"ranks=3.0"}).ranks, 3);
    EXPECT_EQ(parsed({"ranks=1e3"}).ranks, 1000);
    EXPECT_THAT(refusal_with("ranks=2.5"), HasSubstr("ranks: found 2.5; allowed: an integer from 1 to 134217728"));
    EXPECT_THAT(refusal_with("ranks=134217729"), HasSubstr("ranks: found 134217729; allowed: an integer from 1 to"));
    EXPECT_THAT(refusal_with("seed=9223372036854775808"), HasSubstr("seed"));
    EXPECT_THAT(refusal_with(R"(programs=[{"calls": [{"compute": {"ns": -9223372036854775809}}]}])"), HasSubstr("ns"));
}

TEST(Parse, LengthsAreCountedInCharacters) {
    std::string name;
    for (int i = 0; i < 200; ++i) name += "\xC3\xA9";
    EXPECT_EQ(parsed({"name=" + name}).name, name);
    EXPECT_THAT(refusal_with("name=" + name + "e"), HasSubstr("1 to 200 characters"));
}

TEST(Parse, ProgramsAreSharedByRanksOfTheSameEntries) {
    const Scenario scenario = parsed({R"(programs=[
        {"ranks": "0-1", "calls": [{"compute": {"ns": 1}}]},
        {"ranks": "rank % 2 == 1", "calls": [{"compute": {"ns": 2}}, {"barrier": {}}]},
        {"ranks": "1", "calls": []}])",
                                      "ranks=6"});
    // Rank 0: first; 1: all three; 2 and 4: nothing; 3 and 5: second.
    EXPECT_THAT(scenario.program_of_rank, ElementsAre(0, 1, -1, 2, -1, 2));
    ASSERT_EQ(scenario.programs.size(), 3u);
    for (const std::vector<Program>& threads : scenario.programs) ASSERT_EQ(threads.size(), 1u);
    EXPECT_EQ(scenario.programs[0][0].code.size(), 1u);
    EXPECT_EQ(scenario.programs[1][0].code.size(), 3u);
    EXPECT_EQ(scenario.programs[1][0].locations.at(1), "programs[1].calls[0].compute");
    EXPECT_EQ(scenario.programs[2][0].code.size(), 2u);
}

TEST(Parse, ThreadsHaveAProgramEach) {
    const Scenario scenario = parsed({R"(programs=[
        {"ranks": "0-1", "threads": [[{"compute": {"ns": "thread"}}], [], [{"barrier": {}}, {"barrier": {}}]]},
        {"ranks": "2", "calls": []}])"});
    ASSERT_EQ(scenario.programs.size(), 2u);
    ASSERT_EQ(scenario.programs[0].size(), 3u);
    EXPECT_EQ(scenario.programs[0][0].locations.at(0), "programs[0].threads[0][0].compute");
    EXPECT_EQ(scenario.programs[0][2].code.size(), 2u);
    EXPECT_THAT(refusal_with(R"(programs=[{"threads": [[]]}, {"ranks": "3", "calls": []}])"),
                HasSubstr("programs[0].threads: found \"threads\" of ranks that other entries of \"programs\""));
    EXPECT_THAT(refusal_with(R"(programs=[{"threads": [[]], "calls": []}])"),
                HasSubstr("either \"threads\" or \"calls\", not both"));
    EXPECT_THAT(refusal_with("programs=[{}]"), HasSubstr("\"calls\" is required"));
}

TEST(Parse, EntriesThatNoRankRunsAreCheckedToo) {
    EXPECT_THAT(refusal_with(R"(programs=[{"ranks": "rank > 9", "calls": [{"put": {"target": 7}}]}])"),
                HasSubstr("programs[0].calls[0].put.target"));
}

TEST(Parse, Expectations) {
    const Expectations expect = parsed({R"(expect={"outcome": "deadlock", "messages": {"total": 3, "bytes": 96,
        "by_kind": {"PUT+LOCK.X+UNLOCK": 2}, "by_pair": {"0>3": {"LOCK": 1}}},
        "memory": [{"ranks": "1-2", "disp": 8, "datatype": "int32", "values": [-4, "rank * 2"]}],
        "high_water": {"op.local.w": 5}, "time_ns": {"min": 10, "max": 20}})"})
                                    .expect;
    EXPECT_TRUE(expect.any());
    EXPECT_EQ(expect.outcome, "deadlock");
    EXPECT_EQ(expect.messages_total, 3u);
    EXPECT_EQ(expect.messages_bytes, 96u);
    EXPECT_EQ(expect.by_kind->at("PUT+LOCK.X+UNLOCK"), 2u);
    EXPECT_EQ(expect.by_pair->at("0>3").at("LOCK"), 1u);
    EXPECT_EQ(expect.memory.at(0).location, "expect.memory[0]");
    EXPECT_THAT(expect.memory.at(0).values, ElementsAre("-4", "rank * 2"));
    EXPECT_EQ(expect.high_water_at_most.at("op.local.w"), 5u);
    EXPECT_EQ(expect.time_ns_min, 10);
    EXPECT_EQ(expect.time_ns_max, 20);
}

TEST(Ranks, Forms) {
    const auto meant = [](const std::string& text) { return RankReader(8).meant(text, "here"); };
    EXPECT_EQ(meant("all").size(), 8u);
    EXPECT_THAT(meant("3"), ElementsAre(3));
    EXPECT_THAT(meant(" 5 - 6, 1,5 "), ElementsAre(1, 5, 6));
    EXPECT_THAT(meant("rank % 3 == 1"), ElementsAre(1, 4, 7));
    EXPECT_THAT(meant("size - rank == 1"), ElementsAre(7));
    for (const char* text :
         {"", "8", "1-", "-1", "1 2", "2-1", ",", "99999999999", "rank ==", "1 / (rank - 3)", "random(2)"}) {
        EXPECT_THAT(refusal([&] { meant(text); }), HasSubstr("here: found")) << text;
    }
}

TEST(Ranks, OverlappingRangesNameARankOnce) {
    EXPECT_THAT(RankReader(8).meant("2-4,0,3-6,4", "here"), ElementsAre(0, 2, 3, 4, 5, 6));
}

TEST(Ranks, AllTextsTogetherAreBounded) {
    constexpr Rank ranks = 1'000'000;
    RankReader reader(ranks);
    const std::uint64_t times = limits::max_rank_work / (limits::work_per_rank_named * std::uint64_t{ranks});
    const auto refused = [&] { reader.meant("all", "here"); };
    for (std::uint64_t i = 0; i < times; ++i) EXPECT_NO_THROW(refused());
    EXPECT_THAT(refusal(refused), HasSubstr("whose evaluation takes too long for 1000000 ranks"));
}

// As much about each rank of the largest world as about each of the largest that the sum allows.
TEST(Ranks, LargerWorldsMayBeToldAsMuchAboutEachRank) {
    constexpr auto ranks = static_cast<std::uint64_t>(limits::max_ranks);
    RankReader reader(static_cast<Rank>(ranks));
    EXPECT_NO_THROW(reader.spend(limits::max_work_per_rank * ranks, "all", "here"));
    EXPECT_THAT(refusal([&] { reader.spend(1, "all", "here"); }),
                HasSubstr("whose evaluation takes too long for 134217728 ranks"));
}

TEST(Settings, ReachItemsOfLists) {
    Json json = minimal();
    apply_setting(json, R"(programs[0].calls=[{"compute": {"ns": 1}}])");
    apply_setting(json, "programs[0].calls[0].compute.ns=rank + 1");
    EXPECT_EQ(json["programs"][0]["calls"][0]["compute"]["ns"], "rank + 1");
    apply_setting(json, "name=\"quoted\"");
    EXPECT_EQ(json["name"], "quoted");
}

TEST(Settings, RefuseWhatLeadsNowhere) {
    Json json = minimal();
    for (const char* setting :
         {"", "ranks", "=4", "ranks.of=4", "programs[1].calls=[]", "programs[x]=1", "programs[0=1", "name[0]=1",
          "a..b=1", "windows[0]=1", "programs[99999999999999999999].calls=1"}) {
        EXPECT_THAT(refusal([&] { apply_setting(json, setting); }), HasSubstr("--set: found ")) << setting;
    }
    EXPECT_EQ(json, minimal());
}

TEST(JsonText, ErrorsHaveLineAndColumn) {
    const auto complaint = [](const std::string& text) { return refusal([&] { parse_json(text); }); };
    EXPECT_THAT(complaint("{\n  \"a\": }"), HasSubstr("line 2, column 8: found syntax error"));
    EXPECT_THAT(complaint("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}"),
                HasSubstr("line 3, column 4: found the key \"a\" a second time"));
    EXPECT_THAT(complaint("[1, 2"), HasSubstr("line 1, column 5"));
    EXPECT_THAT(complaint("{} {}"), HasSubstr("line 1, column 4"));
    EXPECT_THAT(complaint("[\"\xFF\"]"), HasSubstr("UTF-8"));
    EXPECT_THAT(complaint(std::string(100'000, '[')), HasSubstr("at most 256 levels"));
    EXPECT_EQ(complaint(R"({"a": {"b": 1}, "b": {"b": 2}})"), "accepted");
}

TEST(ReadScenarioFile, NamesThePathItCannotRead) {
    EXPECT_THAT(refusal([&] { read_scenario_file("/no/such.json"); }), HasSubstr("/no/such.json: found no such file"));
    EXPECT_THAT(refusal([&] { read_scenario_file("/"); }), HasSubstr("/: found a directory"));
    EXPECT_THAT(refusal([&] { read_scenario_file(std::string(5000, 'x')); }), HasSubstr("a file that cannot be read"));
}

}  // namespace
}  // namespace rmasim::sim
