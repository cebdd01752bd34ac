// A communicator behaves like a world. A program runs on k of N ranks, with its windows in the communicator of these
// ranks, and alone on k ranks. The k ranks are contiguous, equally far apart, in reverse order or mixed. Both runs have
// the same packets at the same times, and the same memory of windows and of the protocol. The test uses every scenario
// of the project, and random programs. RMASIM_COMMUNICATOR_PROGRAMS is the number of programs of each family.
// RMASIM_FIRST_SEED is the first seed.
#include "sim/scenario/read/parse.h"
#include "sim/timed/executed_run.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "tests/property/expectations.h"
#include "tests/property/in_communicator.h"
#include "tests/scenario_file.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <tuple>

namespace rmasim::property {

namespace {

using Path = std::filesystem::path;

// The families whose windows may be those of a communicator.
const std::set<std::string_view> with_communicators{"ch3", "ch4", "newrma", "oldqueue", "shm", "synccount"};
constexpr Rank max_ranks = 128;  // larger scenarios show the same, and take longer

struct Way {
    const char* name;
    RankLayout (*layout)(const sim::Scenario& scenario);
};
constexpr Way ways[] = {
    {"neighbours", [](const sim::Scenario& scenario) { return neighbours(scenario.ranks); }},
    {"far apart", [](const sim::Scenario& scenario) { return far_apart(scenario.ranks); }},
    {"backwards", [](const sim::Scenario& scenario) { return backwards(scenario.ranks); }},
    {"mixed",
     [](const sim::Scenario& scenario) {
         return mixed(scenario.ranks,
                      static_cast<Rank>(std::min<std::int64_t>(scenario.ranks, scenario.platform.ranks_per_node)));
     }},
};

// The end of a scenario's run, with the contents of its windows.
struct Ended {
    sim::RunResult result;
    std::map<std::tuple<Rank, WindowId, std::uint64_t>, std::vector<std::byte>> pages;  // pages that are not all zeros
};

Ended run(const sim::Scenario& scenario) {
    auto [run, result] = sim::execute(scenario, {.check = true});
    Ended ended{std::move(result), {}};
    for (Rank rank = 0; rank < scenario.ranks; ++rank) {
        for (WindowId id = 0; id < scenario.windows.size(); ++id) {
            if (scenario.windows[id].dynamic) continue;
            run->memory().for_each_page(rank, id, [&](std::uint64_t first, std::span<const std::byte> page) {
                ended.pages[{rank, id, first}].assign(page.begin(), page.end());
            });
        }
    }
    return ended;
}

// True if the program calls MPI_BARRIER: a communicator's barrier has other objects than that of all ranks.
bool calls_barrier(const sim::RunResult& result) {
    const auto barriers = result.by_reason.kinds.find("BARRIER");
    return barriers != result.by_reason.kinds.end() && barriers->second.count("program") > 0;
}

void expect_same_tables(const sim::RunResult& inside, const sim::RunResult& alone) {
    ASSERT_EQ(inside.tables.size(), alone.tables.size());
    for (std::size_t i = 0; i < alone.tables.size(); ++i) {
        EXPECT_EQ(inside.tables[i].slots, alone.tables[i].slots);
        EXPECT_EQ(inside.tables[i].max_list_length, alone.tables[i].max_list_length);
        EXPECT_EQ(inside.tables[i].elements_compared, alone.tables[i].elements_compared);
        EXPECT_EQ(inside.tables[i].slots_walked, alone.tables[i].slots_walked);
    }
}

void expect_same(const Ended& inside, const Ended& alone) {
    EXPECT_EQ(sim::name_of(inside.result.outcome), sim::name_of(alone.result.outcome));
    EXPECT_EQ(inside.result.by_kind, alone.result.by_kind);
    EXPECT_EQ(inside.result.by_reason.kinds, alone.result.by_reason.kinds);
    EXPECT_EQ(inside.result.by_reason.flags, alone.result.by_reason.flags);
    EXPECT_EQ(inside.result.time, alone.result.time);
    EXPECT_EQ(inside.result.digest, alone.result.digest);  // of all packets, with their ranks and times
    EXPECT_EQ(inside.pages, alone.pages);
    expect_same_tables(inside.result, alone.result);
    if (calls_barrier(alone.result)) return;
    EXPECT_EQ(inside.result.memory.engine, alone.result.memory.engine);
    EXPECT_EQ(inside.result.memory.tables, alone.result.memory.tables);
    EXPECT_EQ(inside.result.memory.pools, alone.result.memory.pools);
    EXPECT_EQ(inside.result.memory.min_total, alone.result.memory.min_total);
}

// Runs the scenario alone and, if it finishes, in communicators. If it does not finish, the reports on waiting calls
// would name ranks of the larger world. Returns false if the scenario does not finish.
bool expect_same_everywhere(const sim::Json& json, const std::string& folder) {
    sim::Scenario scenario = sim::parse_scenario(json, folder);
    const sim::Family& family = *scenario.family;
    const Ended alone = run(scenario);
    if (alone.result.outcome != sim::Outcome::finished) return false;
    for (const Way& way : ways) {
        SCOPED_TRACE(way.name);
        const InCommunicator inside(family, way.layout(scenario));
        scenario.family = &inside;
        expect_same(run(scenario), alone);
        if (testing::Test::HasFailure()) return true;
    }
    return true;
}

bool suits(const sim::Json& json) {
    if (json.contains("groups") || json.contains("communicators") || !json.at("ranks").is_number()) return false;
    return json.at("ranks").get<Rank>() <= max_ranks;
}

}  // namespace

class Communicator : public testing::TestWithParam<std::string_view> {};

TEST_P(Communicator, IsAWorldInEveryScenario) {
    int compared = 0;
    std::size_t suiting = 0;
    for (const std::string& name : project_scenarios(RMASIM_ROOT)) {
        const ScenarioName named(name);
        const sim::Json json = named.document();
        if (!suits(json)) continue;
        const std::string of_file = Path(named.file).parent_path().string();
        if (sim::parse_scenario(json, of_file).family->name() != GetParam()) continue;
        if (suiting++ % random_stride() != 0) continue;
        SCOPED_TRACE(name);
        if (expect_same_everywhere(json, of_file)) ++compared;
        if (HasFailure()) return;
    }
    EXPECT_GT(compared, 5 / static_cast<int>(random_stride()));
    RecordProperty("compared", compared);
}

TEST_P(Communicator, IsAWorldForRandomPrograms) {
    const sim::Family& family = sim::family_named(GetParam());
    const std::uint64_t first = from_environment("RMASIM_FIRST_SEED", 0);
    const std::uint64_t programs = from_environment("RMASIM_COMMUNICATOR_PROGRAMS", random_rounds(150));
    std::uint64_t compared = 0;
    for (std::uint64_t seed = first; seed < first + programs && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const RandomProgram program = make_random_program(seed, family);
        if (expect_same_everywhere(scenario_of(program), ".")) ++compared;
    }
    EXPECT_GT(compared, programs / 3);
    RecordProperty("compared", static_cast<int>(compared));
}

INSTANTIATE_TEST_SUITE_P(Of, Communicator, testing::ValuesIn(with_communicators),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace rmasim::property
