// Compares runs that several processes share with runs by one process.
#include "sim/machine/exchange/fork_exchange.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "tests/processes/to_share.h"
#include "tests/random_rounds.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace rmasim::sim {
namespace {

constexpr std::array process_counts{2, 3, 5};
constexpr Rank max_rank = std::numeric_limits<Rank>::max();

std::string difference_in_processes(const Alone& alone, int processes) {
    const std::unique_ptr<ForkExchange> exchange = ForkExchange::start(processes);
    if (exchange->number() == 0) return alone.difference_from(*exchange);
    try {
        alone.difference_from(*exchange);
    } catch (const std::exception& error) {
        fprintf(stderr, "process %d: %s\n", exchange->number(), error.what());
        _exit(1);
    }
    _exit(0);
}

void expect_shared_alike(const Alone& alone) {
    for (const int processes : process_counts) {
        if (processes > alone.process_count_on_host()) break;
        EXPECT_EQ(difference_in_processes(alone, processes), "") << processes << " processes";
    }
}

// Compares every `step`th scenario from `first` on. Returns the number of scenarios that can be shared.
std::size_t shared_alike_among_scenarios(std::size_t first, std::size_t step, Rank max_ranks) {
    const std::vector<std::string> names = scenario_names();
    std::size_t shared = 0;
    for (std::size_t i = first; i < names.size(); i += step) {
        SCOPED_TRACE(names[i]);
        const std::unique_ptr<Alone> alone = run_named(names[i], max_ranks);
        if (!alone) continue;
        expect_shared_alike(*alone);
        ++shared;
    }
    return shared;
}

// Compares every fourth program from `first` on, until `wanted` programs have been shared and finished as expected.
void expect_shared_alike_among_programs(std::uint64_t first, std::uint64_t wanted) {
    std::uint64_t shared = 0, seed = first;
    for (; shared < wanted && !testing::Test::HasFailure(); seed += 4) {
        ASSERT_LT(seed, 40 * wanted + 400) << "too few can be shared: " << shared;
        SCOPED_TRACE(seed);
        const std::unique_ptr<Alone> alone = run_random_program(seed);
        if (!alone || alone->process_count_on_host() < 2) continue;
        expect_shared_alike(*alone);
        if (alone->ends_as_it_should()) ++shared;
    }
    testing::Test::RecordProperty("shared", static_cast<int>(shared));
    testing::Test::RecordProperty("drawn", static_cast<int>((seed - first) / 4));
}

Scenario scenario_of(const std::string& text) { return parse_scenario(parse_json(text), "."); }

// 3.2 MB per put, in messages of 16 KB. Two ranks share a node, and five processes share six nodes.
TEST(SharedRun, DataMayTakeManyPieces) {
    const auto alone = Alone::run(scenario_of(R"({"name": "large", "ranks": 12, "platform": {"ranks_per_node": 2},
        "windows": {"w": {"bytes": 4000000}}, "programs": [{"calls": [
            {"fence": {"win": "w"}},
            {"put": {"win": "w", "target": "(rank + 5) % size", "count": 400000, "value": "rank + 1"}},
            {"fence": {"win": "w"}},
            {"get": {"win": "w", "target": "(rank + 7) % size", "count": 300000}},
            {"fence": {"win": "w"}}]}]})"));
    ASSERT_TRUE(alone && alone->ends_as_it_should());
    expect_shared_alike(*alone);
}

// A thousand ranks wait for one lock: hundreds of slices, in most of which most processes have no event.
TEST(SharedRun, ProcessesMayHaveNothingInAWindow) {
    const auto alone = Alone::run(scenario_of(R"({"name": "busy", "ranks": 1000, "windows": {"w": {"bytes": 8}},
        "programs": [{"calls": [
            {"lock": {"win": "w", "target": 0, "type": "exclusive"}}, {"put": {"win": "w", "target": 0, "count": 1}},
            {"unlock": {"win": "w", "target": 0}}, {"barrier": {}}]}]})"));
    ASSERT_TRUE(alone && alone->ends_as_it_should());
    expect_shared_alike(*alone);
}

// Programs of three ranks. Each rank is in a process of its own.
struct RuleCase {
    std::string name;
    bool legal;
    std::string calls_of_0, calls_of_1, calls_of_2;
};
void PrintTo(const RuleCase& one, std::ostream* to) { *to << one.name; }

std::string call(const std::string& name, const std::string& arguments = "") {
    return R"({")" + name + R"(": {"win": "w")" + (arguments.empty() ? "" : ", " + arguments) + "}},";
}

std::vector<RuleCase> rule_cases() {
    const std::string pause = R"({"compute": {"ns": 100000}},)", put = call("put", R"("target": 1, "count": 1)");
    const std::string fence = call("fence"), last = call("fence", R"("assert": ["nosucceed"])");
    const std::string noput = call("fence", R"("assert": ["noput"])");
    const std::string post = call("post", R"("group": [0])"), start = call("start", R"("group": [1])");
    const std::string nocheck = R"(, "assert": ["nocheck"])";
    const std::string post_now = call("post", R"("group": [0])" + nocheck);
    const std::string start_now = call("start", R"("group": [1])" + nocheck);
    const std::string complete = call("complete"), wait = call("wait");
    const std::string unlock = call("unlock", R"("target": 1)"), barrier = R"({"barrier": {}},)";
    const auto lock = [](const std::string& more) {
        return call("lock", R"("target": 1, "type": "exclusive")" + more);
    };
    const std::string locked = lock("") + put + unlock, locked_now = lock(nocheck) + put + unlock;
    const std::string reduce = R"({"allreduce": {"count": 2, "datatype": "int64", "op": "sum"}},)";
    const std::string reduce_one = R"({"allreduce": {"count": 1, "datatype": "int64", "op": "sum"}},)";
    return {
        {"fences_agree", true, fence + put + last, fence + last, fence + last},
        {"fences_disagree", false, fence + put + last, fence + fence, fence + last},
        {"noput_kept", true, fence + put + fence, fence + fence, fence + noput},
        {"noput_broken", false, fence + put + fence, noput + fence, fence + fence},
        {"nocheck_of_both", true, pause + start_now + put + complete, post_now + wait, ""},
        {"nocheck_of_start_alone", false, pause + start_now + put + complete, post + wait, ""},
        {"nocheck_of_post_alone", false, pause + start + put + complete, post_now + wait, ""},
        {"nocheck_before_the_post", false, start_now + put + complete, pause + post_now + wait, ""},
        {"locks_apart", true, locked_now + barrier + barrier, barrier + lock("") + unlock + barrier,
         barrier + barrier + locked_now},
        {"nocheck_beside_a_lock", false, lock(nocheck) + put + pause + unlock, "", pause + locked},
        {"locked_before_the_post", true, locked + barrier + start + put + complete, barrier + post + wait, barrier},
        {"locked_and_exposed", false, start + put + pause + complete, post + wait, pause + locked},
        {"windows_are_freed", true, fence + put + last + call("win_free"), fence + last + call("win_free"),
         fence + last + call("win_free")},
        {"a_fence_meets_a_free", false, fence + put + last, fence + last, fence + call("win_free")},
        {"collectives_agree", true, reduce, reduce, pause + reduce},
        {"collectives_disagree", false, reduce, reduce, pause + reduce_one},
        {"a_barrier_meets_a_collective", false, reduce, reduce, R"({"barrier": {}},)"},
    };
}

class RulesBetweenProcesses : public testing::TestWithParam<RuleCase> {};

// If the calls break a rule, the shared run does not end; one process then repeats it and reports the rule.
TEST_P(RulesBetweenProcesses, AreChecked) {
    const RuleCase& one = GetParam();
    std::string programs;
    for (const std::string& calls : {one.calls_of_0, one.calls_of_1, one.calls_of_2}) {
        const std::string rank = std::to_string(std::count(programs.begin(), programs.end(), '\n'));
        programs += (rank == "0" ? "" : ",") + std::string(R"({"ranks": ")") + rank + R"(", "calls": [)" +
                    calls.substr(0, calls.empty() ? 0 : calls.size() - 1) + "]}\n";
    }
    const auto alone = Alone::run(scenario_of(R"({"name": "rules", "ranks": 3, "windows": {"w": {"bytes": 64}},
        "programs": [)" + programs + "]}"));
    ASSERT_TRUE(alone);
    EXPECT_EQ(alone->ends_as_it_should(), one.legal);
    expect_shared_alike(*alone);
}

INSTANTIATE_TEST_SUITE_P(Cases, RulesBetweenProcesses, testing::ValuesIn(rule_cases()),
                         [](const auto& info) { return info.param.name; });

// In quarters, for ctest's processes.
class SharedRuns : public testing::TestWithParam<std::size_t> {};

TEST_P(SharedRuns, AreAlikeForSomeScenarios) { EXPECT_GT(shared_alike_among_scenarios(GetParam(), 32, 16), 0U); }
TEST_P(SharedRuns, AreAlikeForSomePrograms) { expect_shared_alike_among_programs(GetParam(), random_rounds(32)); }
TEST_P(SharedRuns, AreAlikeForEveryScenarioSlowly) {
    EXPECT_GT(shared_alike_among_scenarios(GetParam(), 4, max_rank), 30U);
}
TEST_P(SharedRuns, AreAlikeForManyProgramsLong) {
    expect_shared_alike_among_programs(GetParam(), from_environment("RMASIM_SHARED_PROGRAMS", 5'000) / 4);
}

INSTANTIATE_TEST_SUITE_P(Quarters, SharedRuns, testing::Range(std::size_t{0}, std::size_t{4}));

}  // namespace
}  // namespace rmasim::sim
