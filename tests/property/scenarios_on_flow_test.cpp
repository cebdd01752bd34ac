// The network's model says when a packet comes, never which packets there are: every scenario of the project sends the
// same ones on both. In one process, since to load SimGrid takes ten times what a small run does.
#include "sim/input/read/parse.h"
#include "sim/run/simulation.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rmasim::property {

namespace {

using Path = std::filesystem::path;

// All but those with groups, which share no links.
std::vector<Path> scenarios_of_one_group() {
    const Path folder = Path(RMASIM_ROOT) / "scenarios";
    std::vector<Path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const Path file = entry.path().lexically_relative(folder);
        if (file.extension() != ".json" || file == "schema.json" || file.parent_path() == "sweeps") continue;
        if (!sim::read_scenario_file(entry.path().string()).contains("groups")) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

// Flow takes seconds for many packets: one round, or fewer ranks, shows the same.
void cut_short(sim::Json& json) {
    static const std::map<std::string, std::vector<std::string>> settings = {
        {"quickstart", {"programs[0].calls[0].generate.iterations=1"}},
        {"halo-1024", {"programs[0].calls[0].generate.iterations=1"}},
        {"random-access-batches", {"programs[0].calls[0].repeat.times=1", "ranks=64"}},
    };
    const auto found = settings.find(json.at("name").get<std::string>());
    if (found == settings.end()) return;
    for (const std::string& setting : found->second) sim::apply_setting(json, setting);
}

sim::RunResult run(const sim::Json& json, const Path& file) {
    const sim::Scenario scenario = sim::parse_scenario(json, file.parent_path().string());
    return sim::Simulation(scenario).run();
}

}  // namespace

// SimGrid becomes slower with every platform made in a process; ctest gives the parts to several.
constexpr std::size_t parts = 8;
class Scenarios : public testing::TestWithParam<std::size_t> {};

TEST_P(Scenarios, SendTheSameOnBothNetworks) {
    const std::vector<Path> files = scenarios_of_one_group();
    ASSERT_GT(files.size(), 400u);
    for (std::size_t i = GetParam(); i < files.size(); i += parts) {
        const Path& file = files[i];
        SCOPED_TRACE(file.string());
        sim::Json json = sim::read_scenario_file(file.string());
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

INSTANTIATE_TEST_SUITE_P(Parts, Scenarios, testing::Range<std::size_t>(0, parts));

}  // namespace rmasim::property
