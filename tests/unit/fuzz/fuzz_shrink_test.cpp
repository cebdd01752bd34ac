// Findings are shrunk to small programs that fail in the same way and can be replayed. Since the core has no known
// bugs, the programs themselves are erroneous, and the legality check is disabled.
#include "protocol/newrma/config.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/fuzz/campaign/campaign.h"
#include "sim/untimed/fuzz/campaign/case_file.h"
#include "sim/untimed/fuzz/program/program_reductions.h"
#include "sim/untimed/fuzz/shrink/shrink.h"
#include "sim/untimed/fuzz/shrink/simpler.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::fuzz {
namespace {

std::string everything_is_legal(const RandomProgram&) { return ""; }

std::optional<Finding> found_in(const RandomProgram& program, std::uint64_t& seed) {
    ProgramRunner runner(program);
    for (; seed < 40; ++seed) {
        if (auto found = runner.run(seed)) return found;
    }
    return std::nullopt;
}

void expect_replayed(const Shrunk& shrunk, sim::Failure::Kind kind) {
    const sim::Json json = case_of(shrunk.program, shrunk.finding, "case");
    const sim::Scenario scenario = sim::parse_scenario(json, ".");
    EXPECT_EQ(scenario.schedule.size(), shrunk.finding.order.size());
    EXPECT_EQ(sim::replay(scenario, scenario.schedule, "schedule").failed, kind);
}

// A rank that leaves out its part of the first collective call.
TEST(Shrink, ADeadlock) {
    RandomProgram program = make_random_program(3);
    auto& steps = program.steps.back();
    steps.erase(std::find_if(steps.begin(), steps.end(), [](const Step& step) { return step.call == Call::barrier; }));
    std::uint64_t seed = 0;
    const auto found = found_in(program, seed);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->symptom, Symptom::stuck);
    const Shrunk shrunk = shrink(program, *found, seed, {}, everything_is_legal);
    EXPECT_EQ(shrunk.finding.symptom, Symptom::stuck);
    EXPECT_LE(calls_in(shrunk.program), 2u);
    EXPECT_LT(calls_in(shrunk.program), calls_in(program));
    expect_replayed(shrunk, sim::Failure::Kind::deadlock);
}

// If packets may overtake each other, a GET after a PUT without a flush between them may fetch the old value.
TEST(Shrink, AWrongResult) {
    RandomProgram program = make_random_program(5);
    program.ordered = false;
    program.ranks_per_node = 1;  // on one node nothing overtakes anything
    const Region word{0, 1, 0, 0, Datatype::int64};
    const Step race[] = {
        {.call = Call::lock, .target = 1},
        {.call = Call::put, .target = 1, .kind = OpKind::put, .region = word, .value = 7},
        {.call = Call::get, .target = 1, .kind = OpKind::get, .region = word, .result = program.results[0]++},
        {.call = Call::unlock, .target = 1}};
    const int last_phase = program.steps[0].back().phase;
    for (Step step : race) {
        step.phase = last_phase + 1;
        program.steps[0].push_back(step);
    }
    std::uint64_t seed = 0;
    const auto found = found_in(program, seed);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->symptom, Symptom::memory);
    const Shrunk shrunk = shrink(program, *found, seed, {}, everything_is_legal);
    EXPECT_EQ(calls_in(shrunk.program), 4u);
    EXPECT_EQ(shrunk.program.ranks, 2);
    EXPECT_EQ(shrunk.program.windows, 1);
    expect_replayed(shrunk, sim::Failure::Kind::expectation);
}

TEST(Shrink, IsDeterministicAndBounded) {
    RandomProgram program = make_random_program(3);
    program.steps.back().pop_back();
    std::uint64_t seed = 0;
    const auto found = found_in(program, seed);
    ASSERT_TRUE(found);
    const Shrunk once = shrink(program, *found, seed, {}, everything_is_legal);
    const Shrunk twice = shrink(program, *found, seed, {}, everything_is_legal);
    EXPECT_EQ(case_of(once.program, once.finding, "x"), case_of(twice.program, twice.finding, "x"));
    const ShrinkLimits limits{.orders = 5, .runs = 20, .orders_at_the_end = 3};
    EXPECT_LE(shrink(program, *found, seed, limits, everything_is_legal).runs, 20u + 5u + 3u);
}

// A core may have two faults: what violates another rule is not what was found, however small it is.
TEST(Shrink, AnotherRuleIsAnotherFault) {
    RandomProgram program = make_random_program(3);
    program.steps.back().pop_back();
    std::uint64_t seed = 0;
    auto found = found_in(program, seed);
    ASSERT_TRUE(found);
    const ShrinkLimits limits{.orders = 2, .runs = 200, .orders_at_the_end = 5};
    EXPECT_LT(calls_in(shrink(program, *found, seed, limits, everything_is_legal).program), calls_in(program));
    found->rule = "one that no run violates";
    const Shrunk shrunk = shrink(program, *found, seed, limits, everything_is_legal);
    EXPECT_EQ(calls_in(shrunk.program), calls_in(program));
    EXPECT_EQ(shrunk.finding.rule, found->rule);
}

// Everything the shrinker may do to a program.
std::vector<RandomProgram> smaller(const RandomProgram& program) {
    std::vector<RandomProgram> all = simpler_settings(program);
    for (RandomProgram& one : simpler_calls(program)) all.push_back(std::move(one));
    for (const auto& cuts : {stretches(program), epochs(program), single_calls(program)}) {
        for (const Cut& cut : cuts) all.push_back(without(program, std::span(&cut, 1)));
    }
    for (const Acquaintance& pair : acquaintances(program)) all.push_back(without(program, pair));
    for (Rank rank = 0; rank < program.ranks && program.ranks > 1; ++rank) all.push_back(without_rank(program, rank));
    for (WindowId id = 0; id < program.windows && program.windows > 1; ++id) all.push_back(without_window(program, id));
    return all;
}

// A pool that shrinks to 40 elements must have more, even if its default size is smaller.
TEST(Shrink, SimplerSettingsLeaveRoomForTheFaults) {
    newrma::Config config;
    config.op_pool = {64, 64};
    RandomProgram program = make_random_program(0);
    program.settings = sim::make_settings(config);
    program.faults = {{.kind = RandomFault::Kind::shrink, .level = PoolLevel::local, .to = 40}};
    const std::vector<RandomProgram> simpler = simpler_settings(program);
    EXPECT_FALSE(simpler.empty());
    for (const RandomProgram& candidate : simpler) EXPECT_NO_THROW(ProgramRunner{candidate});
}

// Otherwise the shrinker would report a failure that does not exist.
TEST(Shrink, WhatIsLeftOfASoundProgramIsSound) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        sim::Random random(seed, 0);
        RandomProgram program = make_random_program(seed);
        for (std::size_t cuts = 0; cuts < 60 && calls_in(program) > 0; ++cuts) {
            std::vector<RandomProgram> candidates = smaller(program);
            if (candidates.empty()) break;
            RandomProgram& candidate = element_of(random, candidates);
            if (!illegality(candidate).empty()) continue;
            program = std::move(candidate);
            ProgramRunner runner(program);
            const auto found = runner.run(cuts);
            ASSERT_FALSE(found) << "seed " << seed << ", " << cuts << ": " << found->what.front();
        }
    }
}

}  // namespace
}  // namespace rmasim::fuzz
