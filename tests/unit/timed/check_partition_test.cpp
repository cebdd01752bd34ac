// Runs that several processes cannot share are refused before they start, with the location and the reason.
#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/event_order.h"
#include "sim/timed/partition/check_partition.h"
#include "sim/timed/timed_run_options.h"
#include "tests/scenario_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace rmasim::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using FilePath = std::filesystem::path;

// The locations of everything that forbids a partition, and the first reason.
struct Refusal {
    std::vector<std::string> locations{};
    std::string first{};
};

Refusal refusal(const Scenario& scenario, const Partitioning& run = {}) {
    try {
        require_partitionable(scenario, run);
    } catch (const BadInput& error) {
        Refusal said{{error.location}, error.what()};
        for (const BadInput& other : error.others) said.locations.push_back(other.location);
        return said;
    }
    return {};
}

Scenario with(const std::vector<std::string>& settings) {
    Json json = parse_json(R"({"name": "test", "ranks": 8, "windows": {"w": {"bytes": 64}},
        "programs": [{"calls": [{"fence": {"win": "w"}}]}]})");
    for (const std::string& setting : settings) apply_setting(json, setting);
    return parse_scenario(json, ".");
}

TEST(Sharing, IsPossibleWhereOnlyPacketsPass) {
    EXPECT_THAT(refusal(with({})).locations, ElementsAre());
    EXPECT_THAT(refusal(with({R"(communicators={"half": {"colour": "rank / 4"}})", "windows.w.comm=half"})).locations,
                ElementsAre());
    EXPECT_THAT(refusal(with({R"(programs=[{"ranks": "0", "calls": [{"fence": {"win": "w", "assert": ["noput"]}}]},
                                           {"calls": [{"fence": {"win": "w"}}]}])"}))
                    .locations,
                ElementsAre());
}

TEST(Sharing, NamesThePlaceOfWhatStandsAgainstIt) {
    const auto location = [](const std::vector<std::string>& settings) {
        const Refusal said = refusal(with(settings));
        return said.locations.size() == 1 ? said.locations.front() : std::to_string(said.locations.size());
    };
    EXPECT_EQ(location({"platform.network.model=flow"}), "platform.network.model");
    EXPECT_EQ(location({"platform.network.reorder_ns=5"}), "platform.network.reorder_ns");
    EXPECT_EQ(location({"platform.topology=torus"}), "platform.topology");
    EXPECT_EQ(location({"platform.network.latency_ns=0", "platform.ranks_per_node=2"}), "platform.network.latency_ns");
    EXPECT_EQ(location({"semantics=unified"}), "semantics");
    EXPECT_EQ(location({R"(faults={"losses": [{"nth": 1}]})"}), "faults");
    EXPECT_EQ(location({"windows.w.shared=true"}), "windows.w.shared");
}

TEST(Sharing, SaysTheReason) {
    EXPECT_EQ(refusal(with({"platform.network.model=flow"})).first,
              "platform.network.model: found \"flow\"; allowed: \"loggp\", because under \"flow\" packets of different "
              "processes use the same links; or one process, -j 1");
}

TEST(Sharing, NeedsANodeForEachProcess) {
    EXPECT_THAT(refusal(with({}), {.processes = 8}).locations, ElementsAre());
    EXPECT_THAT(refusal(with({}), {.processes = 9}).first, HasSubstr("ranks: found 8 on 8 nodes, for 9 processes"));
    EXPECT_THAT(refusal(with({"platform.ranks_per_node=8"})).first, HasSubstr("8 on 1 node, for 2 processes"));
}

TEST(Sharing, IsRefusedWithAllReasonsAtOnce) {
    const Partitioning run{.processes = 9, .checked = true};
    EXPECT_THAT(refusal(with({"platform.network.model=flow"}), run).locations,
                ElementsAre("--check-invariants", "platform.network.model", "ranks"));
}

TEST(Sharing, AgreesWithTheSimulation) {
    int shared = 0, refused = 0;
    for (const std::string& name : project_scenarios(RMASIM_ROOT)) {
        SCOPED_TRACE(name);
        const ScenarioName named(name);
        const Json json = named.document();
        if (json.contains("groups")) continue;
        const Scenario scenario = parse_scenario(json, FilePath(named.file).parent_path().string());
        const Refusal said = refusal(scenario);
        const bool partitionable = said.locations.empty();
        EXPECT_EQ(can_be_shared(scenario), partitionable) << said.first;
        EXPECT_TRUE(partitionable || !can_run_by_node(scenario, {}));
        ++(partitionable ? shared : refused);
    }
    EXPECT_GT(shared, 200);
    EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace rmasim::sim
