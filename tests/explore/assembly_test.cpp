// Compares a search that independent processes make in parts, in any order, with the same search by one process.
#include "sim/untimed/explore/assembly.h"
#include "sim/untimed/explore/shard_json.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/explore/worlds.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>
#include <tuple>

namespace rmasim::explore {

using namespace sim;

namespace {

struct Result {
    Exploration found;
    OrderWords words;
};

OrderWords words_of(const Scenario& scenario, const Exploration& found) {
    UntimedWorld world(scenario);
    OrderWords words{sim::words_of(world, found.min_messages), sim::words_of(world, found.max_messages)};
    for (const auto& [key, one] : found.failures) words.failures[key] = sim::words_of(world, one.shortest.order);
    for (const auto& [digest, end] : found.ends) {
        if (!end.order.empty()) words.ends[digest] = sim::words_of(world, end.order);
    }
    return words;
}

Result in_one(const Scenario& scenario, const AssemblyOptions& options) {
    Explorer explorer(scenario, {options.reduction, options.limit, options.stop_at_failure});
    Result result{explorer.explore(), {}};
    result.words = words_of(scenario, result.found);
    return result;
}

// Returns a part's result through JSON, as from another machine.
Shard made_elsewhere(const Scenario& scenario, const Part& part, const AssemblyOptions& options) {
    Explorer explorer(scenario, {.reduction = options.reduction, .stop_at_failure = options.stop_at_failure});
    Shard shard = explorer.explore(part_of(part_json(part)));
    shard.words = words_of(scenario, shard.found);
    return shard_of(shard_json(shard));
}

// Explores in parts. In each round, the pieces of some of the wanted parts arrive, in any order.
Result in_parts(const Scenario& scenario, const AssemblyOptions& options, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Assembly assembly(options);
    for (auto wanted = assembly.wanted(20); !wanted.empty(); wanted = assembly.wanted(20)) {
        std::shuffle(wanted.begin(), wanted.end(), random);
        wanted.resize(1 + random() % wanted.size());
        for (const Wanted& one : wanted) assembly.add(one.key, made_elsewhere(scenario, one.part, options));
    }
    return {assembly.found(), assembly.words()};
}

// Each failure as text, in the order of reports.
std::vector<std::string> failures_of(const Exploration& found) {
    std::vector<std::string> lines;
    for (const Failures* const one : in_order(found.failures)) {
        lines.push_back(fmt::format("{} {} of {}: {}, {} runs, {} steps: {}", one->number, name_of(one->shortest.kind),
                                    found.failing_runs, one->shortest.cause, one->runs, one->steps,
                                    fmt::join(one->shortest.what, "; ")));
    }
    return lines;
}

void expect_same(const Result& one, const Result& parts) {
    EXPECT_EQ(one.found.runs, parts.found.runs);
    EXPECT_EQ(one.found.redundant, parts.found.redundant);
    EXPECT_EQ(one.found.steps, parts.found.steps);
    EXPECT_EQ(one.found.max_depth, parts.found.max_depth);
    EXPECT_EQ(one.found.exhausted(), parts.found.exhausted());
    EXPECT_EQ(one.found.failing_runs, parts.found.failing_runs);
    EXPECT_EQ(one.found.messages, parts.found.messages);
    EXPECT_EQ(one.found.by_kind, parts.found.by_kind);
    EXPECT_EQ(one.found.high_water, parts.found.high_water);
    EXPECT_EQ(one.found.ended_by, parts.found.ended_by);
    EXPECT_EQ(one.found.checked.invariants, parts.found.checked.invariants);
    using Counted = std::tuple<std::uint64_t, std::uint64_t, std::vector<std::uint64_t>>;
    std::map<std::uint64_t, Counted> ends, ends_of_parts;
    for (const auto& [digest, end] : one.found.ends) ends[digest] = {end.runs, end.number, end.failures};
    for (const auto& [digest, end] : parts.found.ends) ends_of_parts[digest] = {end.runs, end.number, end.failures};
    EXPECT_EQ(ends, ends_of_parts);
    EXPECT_EQ(one.words.ends, parts.words.ends);
    EXPECT_EQ(one.words.min_messages, parts.words.min_messages);
    EXPECT_EQ(one.words.max_messages, parts.words.max_messages);
    EXPECT_EQ(one.words.failures, parts.words.failures);
    EXPECT_EQ(failures_of(one.found), failures_of(parts.found));
}

void compare(const Scenario& scenario, const AssemblyOptions& options) {
    const Result one = in_one(scenario, options);
    for (const std::uint64_t seed : {1U, 2U, 3U}) expect_same(one, in_parts(scenario, options, seed));
}

// Two writers; in some orders rank 1 is last. Each first has a word of its own in the window.
Scenario last_writer() {
    return parsed(R"({"name": "last-writer", "ranks": 3, "windows": {"w": {"bytes": 8}}, "programs": [
        {"ranks": "rank > 0", "calls": [{"lock": {"target": 0, "type": "exclusive"}},
                                        {"put": {"target": 0, "datatype": "int64", "value": "rank"}},
                                        {"unlock": {"target": 0}}]}],
        "expect": {"memory": [{"ranks": "0", "win": "w", "datatype": "int64", "values": [2]}]}})");
}

// Three ranks take each other's locks in any order. Depending on the order they deadlock in one of several cycles, load
// an unexpected value, or put outside of an epoch.
Scenario many_failures() {
    return parsed(R"({"name": "many-failures", "ranks": 3, "windows": {"w": {"bytes": 8}}, "programs": [
        {"calls": [{"lock": {"target": "rank", "type": "exclusive"}},
                   {"lock": {"target": "(rank + 1) % 3", "type": "exclusive"}},
                   {"fetch_and_op": {"target": "(rank + 1) % 3", "op": "sum", "datatype": "int64", "value": 1,
                                     "as": "x"}},
                   {"unlock": {"target": "(rank + 1) % 3"}},
                   {"load": {"datatype": "int64", "as": "y", "expect": 0}},
                   {"unlock": {"target": "rank"}},
                   {"if": {"when": "rank == 2 && y == 1", "calls": [{"put": {"target": 0}}]}}]}]})");
}

// Two origins write each of seven words in epochs of their own. The last one wins: 2^7 end states.
Scenario many_ends() {
    return parsed(R"({"name": "many-ends", "ranks": 3, "windows": {"w": {"bytes": 56}}, "programs": [
        {"ranks": "rank > 0", "calls": [{"repeat": {"times": 7, "as": "i", "calls": [
            {"lock": {"target": 0, "type": "exclusive"}},
            {"put": {"target": 0, "datatype": "int64", "disp": "8 * i", "value": "rank"}},
            {"unlock": {"target": 0}}]}}]}]})");
}

class Worlds : public testing::TestWithParam<const char*> {};

TEST_P(Worlds, GiveTheSameResultInParts) {
    for (const std::uint64_t shard : {7U, 60U}) {
        SCOPED_TRACE(shard);
        compare(world_file(GetParam()), {.shard_size = shard});
    }
}

// Worlds with packets, picks of threads, elements, shared memory, and sleep sets that end early.
INSTANTIATE_TEST_SUITE_P(Assembly, Worlds,
                         testing::Values("lock-contention", "thread-put-beside-flush", "sync-producer-consumer",
                                         "node-counter", "shm-counter", "lock-all-falls-back", "lock-queue"));

TEST(Assembly, PicksLeftFurtherUpAreNotForgotten) {
    compare(world_file("thread-windows-lock-all-falls-back"), {.shard_size = 230});
}

TEST(Assembly, TheShortestFailureIsTheFirstOfThem) { compare(last_writer(), {.shard_size = 3}); }

TEST(Assembly, StopsAtTheFirstFailure) { compare(last_writer(), {.shard_size = 3, .stop_at_failure = true}); }

TEST(Assembly, EachKindOfFailureHasItsCountAndItsOrder) {
    const Result one = in_one(many_failures(), {.limit = 3'000});
    EXPECT_GT(one.found.failures.size(), 2U);
    for (const std::uint64_t shard : {7U, 90U, 1'000U}) {
        SCOPED_TRACE(shard);
        compare(many_failures(), {.limit = 3'000, .shard_size = shard});
    }
}

TEST(Assembly, EveryOrderWithoutReduction) {
    compare(last_writer(), {.reduction = Reduction::none, .limit = 5'000, .shard_size = 170});
}

TEST(Assembly, EndsAtTheLimit) {
    for (const std::uint64_t limit : {1U, 5U, 24U, 25U, 26U}) {
        SCOPED_TRACE(limit);
        compare(world_file("lock-contention"), {.limit = limit, .shard_size = 4});
    }
}

TEST(Assembly, DescribesTheFirstEndStatesThatOneProcessFinds) {
    const AssemblyOptions options{.limit = 2'000, .shard_size = 90};
    const Result one = in_one(many_ends(), options);
    ASSERT_GT(one.found.ends.size(), max_described);
    EXPECT_EQ(one.words.ends.size(), max_described);
    expect_same(one, in_parts(many_ends(), options, 1));
}

// Results behind a piece that never arrives are still used, but no further part is requested.
TEST(Assembly, GivesUpWithWhatIsKnown) {
    const Scenario scenario = world_file("lock-queue");
    const AssemblyOptions options{.shard_size = 100};
    Assembly assembly(options);
    const auto first = assembly.wanted(20);
    assembly.add(first[0].key, made_elsewhere(scenario, first[0].part, options));
    const auto then = assembly.wanted(20);
    const Shard second = made_elsewhere(scenario, then[2].part, options);
    assembly.add(then[2].key, second);
    assembly.give_up(EndedBy::interrupt);
    EXPECT_TRUE(assembly.wanted(20).empty());
    EXPECT_EQ(assembly.found().ended_by, EndedBy::interrupt);
    EXPECT_EQ(assembly.found().runs + assembly.found().redundant, 100 + second.found.runs + second.found.redundant);
}

// A branch that a race adds later comes behind the planned branches, so planned parts are not guesses.
TEST(Assembly, WhatIsPlannedIsSure) {
    const Scenario scenario = world_file("lock-queue");
    const AssemblyOptions options{.shard_size = 100};
    Assembly assembly(options);
    const auto first = assembly.wanted(20);
    ASSERT_EQ(first.size(), 1U);
    assembly.add(first[0].key, made_elsewhere(scenario, first[0].part, options));
    const auto then = assembly.wanted(20);
    EXPECT_GT(then.size(), 3U);
    EXPECT_THAT(then, testing::Each(testing::Field(&Wanted::guessed, false)));
}

}  // namespace

}  // namespace rmasim::explore
