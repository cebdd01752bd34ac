// Do several processes that share a run give what one process gives: in all that a result says, in the contents of
// windows, and in the trace?
#include "sim/frontend/library/result_json.h"
#include "sim/frontend/library/trace_head.h"
#include "sim/frontend/processes/run_shared.h"
#include "sim/machine/exchange/fork_exchange.h"
#include "sim/machine/memory/window_contents.h"
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
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

// What was written, and where: contents without their zeros.
class Contents final : public ContentsSink {
public:
    void zeros(std::uint64_t bytes) override { end_ += bytes; }
    void bytes(std::span<const std::byte> bytes) override {
        parts_.emplace_back(end_, std::vector<std::byte>(bytes.begin(), bytes.end()));
        end_ += bytes.size();
    }
    bool operator==(const Contents& other) const { return end_ == other.end_ && parts_ == other.parts_; }

private:
    std::uint64_t end_ = 0;
    std::vector<std::pair<std::uint64_t, std::vector<std::byte>>> parts_;
};

Contents contents_of(const Scenario& scenario, const Simulation& simulation) {
    Contents contents;
    for (WindowId window = 0; scenario.data && window < scenario.windows.size(); ++window) {
        give_contents(scenario, simulation.memory(), window, {0, scenario.ranks}, contents);
    }
    return contents;
}

// All of small runs, up to a size; of large ones some ranks.
TraceSelection selection_for(const Scenario& scenario) {
    constexpr Rank few = 200, some = 20;
    TraceSelection selection{.most_bytes = 3'000'000};
    if (scenario.ranks <= few) return selection;
    selection.ranks.emplace();
    for (Rank rank = 0; rank < scenario.ranks; rank += scenario.ranks / some) selection.ranks->push_back(rank);
    return selection;
}

struct Traced {
    explicit Traced(const Scenario& scenario)
        : writer([this](std::string_view more) { text += more; }, trace_head(scenario), packets_of(scenario),
                 selection_for(scenario)) {}
    Traced(const Traced&) = delete;
    Traced& operator=(const Traced&) = delete;

    std::string text;
    TraceWriter writer;
};

std::string trace_in_time(const Scenario& scenario) {
    Traced traced(scenario);
    Simulation(scenario, &traced.writer).run();
    traced.writer.end();
    return traced.text;
}

struct AllOfRun {
    std::optional<SharedRun> run;
    std::string trace;
    Contents contents;
};

AllOfRun shared_by(int processes, const Scenario& scenario) {
    return in_processes(processes, [&](Exchange& exchange) {
        AllOfRun all;
        Traced traced(scenario);
        const bool first = exchange.number() == 0;
        SharedTrace trace(scenario, trace_head(scenario), selection_for(scenario), first ? &traced.writer : nullptr);
        all.run = run_shared(scenario, exchange, every_breakdown, Compared::ranks,
                             {.trace = &trace, .contents = scenario.data, .to = first ? &all.contents : nullptr});
        if (all.run) traced.writer.end();
        all.trace = std::move(traced.text);
        return all;
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
    const std::string text = result_json(scenario, result, moved, 0).dump(1);
    const std::string trace = trace_in_time(scenario);
    for (const int processes : process_counts) {
        if (processes > scenario.ranks / scenario.platform.ranks_per_node) break;
        SCOPED_TRACE(std::to_string(processes) + " processes");
        const AllOfRun shared = shared_by(processes, scenario);
        EXPECT_EQ(shared.run.has_value(), is_as_it_should_be(result, moved));
        EXPECT_TRUE(trace.starts_with(shared.trace));  // where it ends early, it is a part
        if (!shared.run) continue;
        EXPECT_EQ(result_json(scenario, shared.run->result, shared.run->moved, 0).dump(1), text);
        EXPECT_TRUE(shared.contents == contents_of(scenario, alone));
        EXPECT_EQ(shared.trace.size(), trace.size());
    }
    const std::optional<SharedRun> plain = in_processes(process_counts.front(), [&](Exchange& exchange) {
        return run_shared(scenario, exchange, every_breakdown, Compared::ranks);
    });
    EXPECT_EQ(plain.has_value(), is_as_it_should_be(result, moved));
    if (plain) EXPECT_EQ(result_json(scenario, plain->result, plain->moved, 0).dump(1), text);
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
