// Runs in node order give the same results and memory as runs in time order.
#include "sim/frontend/library/result_json.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/executed_run.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/random_program.h"
#include "tests/random_rounds.h"
#include "tests/scenario_file.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {
namespace {

using FilePath = std::filesystem::path;
constexpr Breakdowns every_breakdown{true, true};

struct EndedRun {
    std::string result;                                                    // as JSON
    std::vector<std::pair<std::uint64_t, std::vector<std::byte>>> memory;  // pages that are not all zeros
};

EndedRun ended_run(const ExecutedRun& executed, const Scenario& scenario) {
    EndedRun ended{result_json(scenario, executed.result, {}, 0).dump(1), {}};
    if (!scenario.data) return ended;
    for (Rank rank = 0; rank < scenario.ranks; ++rank) {
        for (std::size_t window = 0; window < scenario.windows.size(); ++window) {
            executed.run->memory().for_each_page(
                rank, static_cast<SpaceId>(window), [&](std::uint64_t first, auto bytes) {
                    ended.memory.emplace_back(first, std::vector<std::byte>(bytes.begin(), bytes.end()));
                });
        }
    }
    return ended;
}

// True if the scenario is executed in node order at all.
bool runs_alike(const Scenario& scenario) {
    const TimedRunOptions options{.by = every_breakdown};
    if (!can_run_by_node(scenario, options)) return false;
    const EndedRun one = ended_run(execute(scenario, options), scenario);
    const EndedRun other = ended_run(execute_in_time(scenario, options), scenario);
    EXPECT_EQ(one.result, other.result);
    EXPECT_EQ(one.memory, other.memory);
    return true;
}

// In fourths, for ctest's processes.
class PlayOrders : public testing::TestWithParam<std::size_t> {};

TEST_P(PlayOrders, AreAlikeForEveryScenario) {
    const std::vector<std::string> names = project_scenarios(RMASIM_ROOT);
    std::size_t by_node = 0;
    for (std::size_t i = GetParam(); i < names.size(); i += 4 * random_stride()) {
        const ScenarioName named(names[i]);
        const Json json = named.document();
        if (json.contains("groups")) continue;
        SCOPED_TRACE(names[i]);
        if (runs_alike(parse_scenario(json, FilePath(named.file).parent_path().string()))) ++by_node;
    }
    EXPECT_GT(by_node, 50 / random_stride());
}

TEST_P(PlayOrders, AreAlikeForRandomPrograms) {
    const std::uint64_t programs = from_environment("RMASIM_SIMULATED_PROGRAMS", random_rounds(3'200));
    std::uint64_t by_node = 0;
    for (std::uint64_t seed = GetParam(); seed < programs && !HasFailure(); seed += 4) {
        SCOPED_TRACE(seed);
        const Family& family = *families()[seed / 4 % families().size()];
        const fuzz::RandomProgram program = fuzz::make_random_program(seed, family);
        if (runs_alike(parse_scenario(fuzz::scenario_of(program), "."))) ++by_node;
    }
    EXPECT_GT(by_node * 20, programs / 4);
}

INSTANTIATE_TEST_SUITE_P(Quarters, PlayOrders, testing::Range(std::size_t{0}, std::size_t{4}));

Scenario scenario_of_programs(const std::string& programs) {
    return parse_scenario(
        parse_json(R"({"name": "test", "ranks": 4, "windows": {"w": {"bytes": 64}}, "programs": [)" + programs + "]}"),
        ".");
}

// Rank 0 fails later than rank 3, but is executed before it in a slice of 1 us.
TEST(EventOrder, TheFirstErrorInTimeEndsTheRun) {
    const Scenario scenario = scenario_of_programs(R"(
        {"ranks": "0", "calls": [{"compute": {"ns": 300}}, {"unlock": {"win": "w", "target": 1}}]},
        {"ranks": "3", "calls": [{"compute": {"ns": 100}}, {"unlock": {"win": "w", "target": 1}}]})");
    ASSERT_TRUE(can_run_by_node(scenario, {}));
    EXPECT_FALSE(TimedRun(scenario, {}, EventOrder::by_node).run_by_node());
    const RunResult result = execute(scenario).result;
    EXPECT_EQ(result.outcome, Outcome::erroneous);
    ASSERT_EQ(result.stuck.size(), 1U);
    EXPECT_EQ(result.stuck[0].rank, 3);
    EXPECT_TRUE(runs_alike(scenario));
}

}  // namespace
}  // namespace rmasim::sim
