// Do several processes that share a run give what one process gives, in all that a result says and in memory?
#include "sim/frontend/library/result_json.h"
#include "sim/frontend/processes/run_shared.h"
#include "sim/machine/exchange/fork_exchange.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/simulation.h"
#include "sim/untimed/fuzz/random_program.h"
#include "sim/untimed/fuzz/scenario_writer.h"
#include "tests/rounds_drawn.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {
namespace {

using FilePath = std::filesystem::path;
constexpr Breakdowns every_breakdown{true, true};
constexpr std::array process_counts{2, 3, 5};
constexpr Rank most_rank = std::numeric_limits<Rank>::max();

// Calls `part(exchange)` in so many processes, and returns what it returns in the first one.
template <class Part>
auto in_processes(int processes, Part part) {
    const std::unique_ptr<ForkExchange> exchange = ForkExchange::start(processes);
    if (exchange->number() == 0) return part(*exchange);
    try {
        part(*exchange);
    } catch (const std::exception& error) {
        fprintf(stderr, "process %d: %s\n", exchange->number(), error.what());
        _exit(1);
    }
    _exit(0);
}

using Pages = std::vector<std::pair<std::uint64_t, std::vector<std::byte>>>;

Pages pages_of(const Simulation& simulation, const Scenario& scenario, Rank rank) {
    Pages pages;
    for (std::size_t window = 0; scenario.data && window < scenario.windows.size(); ++window) {
        simulation.memory().for_each_page(rank, static_cast<SpaceId>(window), [&](std::uint64_t first, auto bytes) {
            pages.emplace_back(first, std::vector<std::byte>(bytes.begin(), bytes.end()));
        });
    }
    return pages;
}

// Whether the run ended in all processes. Each of them compares the memory of its ranks.
bool has_equal_memory(const Scenario& scenario, const Simulation& alone, int processes) {
    return in_processes(processes, [&](Exchange& exchange) {
        Simulation share(scenario, exchange, {});
        std::string differing;
        if (share.run_share()) {
            const RankRange ranks = share.ranks_here();
            for (Rank rank = ranks.first; rank < ranks.end(); ++rank) {
                if (pages_of(share, scenario, rank) != pages_of(alone, scenario, rank))
                    differing += std::to_string(rank) + ' ';
            }
        } else {
            differing = "no end";
        }
        const std::vector<std::string> all = exchange.gather(differing);
        return std::ranges::all_of(all, &std::string::empty);
    });
}

bool is_as_it_should_be(const RunResult& result, const std::vector<Difference>& moved) {
    return result.outcome == Outcome::finished && moved.empty();
}

// Whether processes can share the scenario at all.
bool is_shared_alike(const Scenario& scenario) {
    Simulation alone(scenario, nullptr, false, every_breakdown);
    if (!alone.can_be_shared()) return false;
    const RunResult result = alone.run();
    const std::vector<Difference> moved = not_as_expected(scenario, alone, result, Compared::ranks);
    for (const int processes : process_counts) {
        if (processes > scenario.ranks / scenario.platform.ranks_per_node) break;
        SCOPED_TRACE(std::to_string(processes) + " processes");
        const std::optional<SharedRun> shared = in_processes(processes, [&](Exchange& exchange) {
            return run_shared(scenario, exchange, every_breakdown, Compared::ranks);
        });
        EXPECT_EQ(shared.has_value(), is_as_it_should_be(result, moved));
        if (!shared) continue;
        EXPECT_EQ(result_json(scenario, shared->result, shared->moved, 0).dump(1),
                  result_json(scenario, result, moved, 0).dump(1));
        EXPECT_TRUE(has_equal_memory(scenario, alone, processes));
    }
    return true;
}

std::vector<FilePath> scenario_files() {
    std::vector<FilePath> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(FilePath(RMASIM_ROOT) / "scenarios")) {
        const FilePath& file = entry.path();
        if (file.extension() != ".json" || file.filename() == "schema.json") continue;
        if (file.parent_path().filename() != "sweeps") files.push_back(file);
    }
    std::ranges::sort(files);
    return files;
}

// Of every `step`th file from `first` on, those with at most `most_ranks`.
std::size_t shared_alike_among_scenarios(std::size_t first, std::size_t step, Rank most_ranks) {
    const std::vector<FilePath> files = scenario_files();
    std::size_t shared = 0;
    for (std::size_t i = first; i < files.size(); i += step) {
        const Json json = read_scenario_file(files[i].string());
        if (json.contains("groups")) continue;
        SCOPED_TRACE(files[i].string());
        const Scenario scenario = parse_scenario(json, files[i].parent_path().string());
        if (scenario.ranks <= most_ranks && is_shared_alike(scenario)) ++shared;
    }
    return shared;
}

void expect_shared_alike_among_programs(std::uint64_t first, std::uint64_t end) {
    std::uint64_t shared = 0;
    for (std::uint64_t seed = first; seed < end && !testing::Test::HasFailure(); seed += 4) {
        SCOPED_TRACE(seed);
        const Family& family = *families()[seed / 4 % families().size()];
        const fuzz::RandomProgram program =
            fuzz::make_random_program(seed, fuzz::MessageCounts::may_depend_on_order, family);
        if (is_shared_alike(parse_scenario(fuzz::scenario_of(program, "loggp"), "."))) ++shared;
    }
    EXPECT_GT(shared * 20, (end - first) / 4);
}

Scenario scenario_of(const std::string& text) { return parse_scenario(parse_json(text), "."); }

// 3.2 MB a put, in pieces of 16 KB. Two ranks share a node, and five processes six nodes.
TEST(SharedRun, DataMayTakeManyPieces) {
    EXPECT_TRUE(is_shared_alike(scenario_of(R"({"name": "large", "ranks": 12, "platform": {"ranks_per_node": 2},
        "windows": {"w": {"bytes": 4000000}}, "programs": [{"calls": [
            {"fence": {"win": "w"}},
            {"put": {"win": "w", "target": "(rank + 5) % size", "count": 400000, "value": "rank + 1"}},
            {"fence": {"win": "w"}},
            {"get": {"win": "w", "target": "(rank + 7) % size", "count": 300000}},
            {"fence": {"win": "w"}}]}]})")));
}

// A thousand ranks wait for one lock: hundreds of windows, in most of which most processes have nothing to do.
TEST(SharedRun, ProcessesMayHaveNothingInAWindow) {
    EXPECT_TRUE(is_shared_alike(scenario_of(R"({"name": "busy", "ranks": 1000, "windows": {"w": {"bytes": 8}},
        "programs": [{"calls": [
            {"lock": {"win": "w", "target": 0, "type": "exclusive"}}, {"put": {"win": "w", "target": 0, "count": 1}},
            {"unlock": {"win": "w", "target": 0}}, {"barrier": {}}]}]})")));
}

// In fourths, for ctest's processes.
class SharedRuns : public testing::TestWithParam<std::size_t> {};

TEST_P(SharedRuns, AreAlikeForSomeScenarios) { EXPECT_GT(shared_alike_among_scenarios(GetParam(), 32, 16), 0U); }
TEST_P(SharedRuns, AreAlikeForSomePrograms) { expect_shared_alike_among_programs(GetParam(), 200); }
TEST_P(SharedRuns, AreAlikeForEveryScenarioSlowly) {
    EXPECT_GT(shared_alike_among_scenarios(GetParam(), 4, most_rank), 30U);
}
TEST_P(SharedRuns, AreAlikeForManyProgramsLong) {
    expect_shared_alike_among_programs(GetParam(), from_environment("RMASIM_SIMULATED_PROGRAMS", 20'000));
}

INSTANTIATE_TEST_SUITE_P(Quarters, SharedRuns, testing::Range(std::size_t{0}, std::size_t{4}));

}  // namespace
}  // namespace rmasim::sim
