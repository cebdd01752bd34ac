// Runs every scenario of the project with other options. The test uses few processes, because starting a process and
// loading SimGrid take much longer than a small run.
#include "sim/scenario/read/parse.h"
#include "sim/timed/executed_run.h"
#include "tests/random_rounds.h"
#include "tests/scenario_file.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rmasim::property {

namespace {

using Path = std::filesystem::path;

// Returns all scenarios and their variants, except those with groups, which share no links.
std::vector<ScenarioName> scenarios_of_one_group() {
    std::vector<ScenarioName> scenarios;
    for (const std::string& name : project_scenarios(RMASIM_ROOT)) {
        if (!ScenarioName(name).document().contains("groups")) scenarios.emplace_back(name);
    }
    return scenarios;
}

// Reduces scenarios for flow, which takes seconds for many packets: one round, or fewer ranks, shows the same.
void cut_short(sim::Json& json) {
    static const std::map<std::string, std::vector<std::string>> settings = {
        {"quickstart", {"programs[0].calls[0].generate.iterations=1"}},
        {"halo-1024", {"programs[0].calls[0].generate.iterations=1"}},
        {"random-access-batches", {"programs[0].calls[0].repeat.times=1", "ranks=64"}},
        {"random-access", {"programs[0].calls[0].generate.updates=10"}},
        {"grid", {"params.row_rounds=3", "params.column_rounds=3"}},
        {"variant-1-1024-ranks", {"programs[0].calls[0].generate.iterations=1"}},
        {"variant-2-1024-ranks", {"programs[0].calls[0].generate.iterations=1"}},
        {"variant-3-1024-ranks", {"programs[0].calls[0].generate.iterations=1"}},
    };
    const auto found = settings.find(json.at("name").get<std::string>());
    if (found == settings.end()) return;
    for (const std::string& setting : found->second) sim::apply_setting(json, setting);
}

sim::RunResult run(const sim::Json& json, const Path& file, bool check = false) {
    const sim::Scenario scenario = sim::parse_scenario(json, file.parent_path().string());
    return sim::execute(scenario, {.check = check}).result;
}

// SimGrid becomes slower with every platform that a process creates, so ctest gives the parts to several processes.
constexpr std::size_t parts = 8;
class Scenarios : public testing::TestWithParam<std::size_t> {};

bool is_large(const Path& file) {
    const std::string folder = file.parent_path().filename().string();
    return folder == "scale" || folder == "workloads" || file.stem() == "quickstart";
}

}  // namespace

// The network's model decides when a packet arrives, never which packets there are.
TEST_P(Scenarios, SendTheSameOnBothNetworks) {
    const std::vector<ScenarioName> files = scenarios_of_one_group();
    ASSERT_GT(files.size(), 400u);
    for (std::size_t i = GetParam(); i < files.size(); i += parts * random_stride()) {
        const Path file = files[i].file;
        SCOPED_TRACE(file.string() + ':' + files[i].variant);
        sim::Json json = files[i].document();
        cut_short(json);
        const sim::RunResult plain = run(json, file);
        sim::apply_setting(json, "platform.network.model=flow");
        const sim::RunResult flow = run(json, file);
        EXPECT_EQ(sim::name_of(plain.outcome), sim::name_of(flow.outcome));
        EXPECT_EQ(plain.by_kind, flow.by_kind);
        EXPECT_EQ(plain.between_nodes, flow.between_nodes);
        EXPECT_EQ(plain.message_bytes, flow.message_bytes);
    }
}

// With random losses. The run finds the lost packets at its end, with and without a watcher.
TEST_P(Scenarios, WithLossesEndAlikeWatchedAndUnwatched) {
    const std::vector<ScenarioName> files = scenarios_of_one_group();
    std::uint64_t lost = 0;
    for (std::size_t i = GetParam(); i < files.size(); i += parts) {
        const Path file = files[i].file;
        if (is_large(file)) continue;
        SCOPED_TRACE(file.string() + ':' + files[i].variant);
        sim::Json json = files[i].document();
        json["faults"]["losses"] = sim::Json::parse(R"([{"percent": 30}])");
        for (const int seed : {1, 2}) {
            json["seed"] = seed;
            const sim::RunResult unwatched = run(json, file);
            const sim::RunResult watched = run(json, file, true);
            EXPECT_EQ(unwatched.outcome, watched.outcome);
            EXPECT_EQ(unwatched.cause, watched.cause);
            EXPECT_TRUE(unwatched.lost_counts.packets == 0 || unwatched.outcome != sim::Outcome::finished);
            lost += unwatched.lost_counts.packets;
        }
    }
    EXPECT_GT(lost, 0u);
}

INSTANTIATE_TEST_SUITE_P(Parts, Scenarios, testing::Range<std::size_t>(0, parts));

}  // namespace rmasim::property
