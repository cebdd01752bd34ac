// Compares runs that restore a copy of an earlier state with runs that repeat all steps up to that state.
#include "sim/untimed/explore/checkpoints.h"
#include "sim/untimed/explore/end_state.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/explore/worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace rmasim::explore {

using namespace sim;

namespace {

// State after a run: one number for each of its figures.
using Traces = std::vector<std::uint64_t>;

struct Explored {
    Exploration found;
    std::vector<Traces> runs;
    std::uint64_t runs_restored = 0;  // runs that did not start from the initial state
};

Explored explored_with(const Scenario& scenario, ExploreOptions options, bool checkpoints) {
    options.checkpoints = checkpoints;
    Explorer explorer(scenario, options);
    EndStateDigest digest(scenario);
    std::vector<PoolLevelCounter> counters;
    std::vector<Move> moves;
    Explored explored;
    explorer.on_end = [&](const ExploredWorld& world) {
        Traces traces{digest.of(world), world.steps(), world.packets_in_flight(), world.memory().payloads_in_flight()};
        world.list_moves(moves);
        for (const Move& move : moves) traces.push_back(move.actor);
        for (Rank rank = 0; rank < scenario.ranks; ++rank) {
            scenario.family->counters.read_pools(world.process(rank), counters);
            for (const PoolLevelCounter& counter : counters) {
                traces.insert(traces.end(), {counter.high_water(), counter.free()});
            }
        }
        explored.runs.push_back(std::move(traces));
    };
    explored.found = explorer.explore();
    explored.runs_restored = explorer.runs_restored();
    return explored;
}

std::vector<std::string> words_of_orders(const Scenario& scenario, const Exploration& found) {
    UntimedWorld world(scenario);
    std::vector<std::string> words = words_of(world, found.min_messages);
    for (const std::string& one : words_of(world, found.max_messages)) words.push_back(one);
    for (const Failures* const failure : in_order(found.failures)) {
        for (const std::string& one : words_of(world, failure->shortest.order)) words.push_back(one);
        words.insert(words.end(), failure->shortest.what.begin(), failure->shortest.what.end());
    }
    return words;
}

std::uint64_t expect_same_with_and_without(const Scenario& scenario, const ExploreOptions& options) {
    const Explored with = explored_with(scenario, options, true);
    const Explored without = explored_with(scenario, options, false);
    EXPECT_EQ(without.runs_restored, 0U);
    EXPECT_EQ(with.runs, without.runs);
    const Exploration &one = with.found, &other = without.found;
    EXPECT_EQ(one.runs, other.runs);
    EXPECT_EQ(one.redundant, other.redundant);
    EXPECT_EQ(one.steps, other.steps);
    EXPECT_EQ(one.max_depth, other.max_depth);
    EXPECT_EQ(one.exhausted(), other.exhausted());
    EXPECT_EQ(one.messages, other.messages);
    EXPECT_EQ(one.by_kind, other.by_kind);
    EXPECT_EQ(one.high_water, other.high_water);
    EXPECT_EQ(one.failing_runs, other.failing_runs);
    EXPECT_EQ(one.ends.size(), other.ends.size());
    for (const auto& [digest, end] : one.ends) {
        const auto same = other.ends.find(digest);
        if (same == other.ends.end()) {
            ADD_FAILURE() << "an end that only copies lead to";
            continue;
        }
        EXPECT_EQ(end.runs, same->second.runs);
        EXPECT_EQ(end.finished, same->second.finished);
    }
    EXPECT_EQ(words_of_orders(scenario, one), words_of_orders(scenario, other));
    return with.runs_restored;
}

// Programs with sanitizers keep the usual operator new, so states cannot be copied.
bool copies_are_possible() {
    const Arena arena;
    return arena.whole();
}

// Most runs restore a copy, if copies are possible.
void expect_same_in(const std::string& folder, std::uint64_t limit) {
    std::uint64_t runs = 0, runs_restored = 0;
    for (const std::string& name : world_names(folder)) {
        SCOPED_TRACE(name);
        const Scenario scenario = world_file(name);
        for (const Reduction reduction : {Reduction::dynamic, Reduction::none}) {
            runs_restored += expect_same_with_and_without(scenario, {.reduction = reduction, .limit = limit});
            runs += limit;
        }
    }
    if (copies_are_possible()) {
        EXPECT_GT(runs_restored, runs / 4);
    } else {
        EXPECT_EQ(runs_restored, 0U);
    }
}

}  // namespace

TEST(Checkpoints, LeadToTheSameRuns) { expect_same_in("", 25); }
TEST(Checkpoints, LeadToTheSameRunsInCh3) { expect_same_in("ch3", 25); }
TEST(LongCheckpoints, LeadToTheSameRuns) { expect_same_in("", 3000); }

TEST(Checkpoints, ALargeWorldIsRepeated) {
    const auto with_window = [](const std::string& bytes) {
        return parsed(R"({"name": "large", "ranks": 2, "windows": {"w": {"bytes": )" + bytes + R"(}},
            "programs": [{"calls": [{"fence": {}}, {"put": {"target": "1 - rank"}}, {"fence": {}}]}]})");
    };
    const Scenario small = with_window("64"), large = with_window("200000");
    const bool possible = copies_are_possible();
    EXPECT_EQ(expect_same_with_and_without(small, {.limit = 50}) > 0, possible);
    EXPECT_EQ(expect_same_with_and_without(large, {.limit = 50}), 0U);
}

// Values of expressions are known only when a call begins. Rank 1 reads 0 or 7 and puts to the rank with this number.
TEST(Checkpoints, AValueOutOfRangeEndsOnlyItsOrders) {
    const Scenario scenario = parsed(R"({"name": "bad", "ranks": 2, "windows": {"w": {"bytes": 64}}, "programs": [
        {"ranks": "0", "calls": [{"lock": {"target": 0, "type": "exclusive"}},
                                 {"put": {"target": 0, "datatype": "int64", "value": 7}}, {"unlock": {"target": 0}}]},
        {"ranks": "1", "calls": [{"lock": {"target": 0, "type": "exclusive"}},
                                 {"get": {"target": 0, "datatype": "int64", "as": "there"}}, {"flush": {"target": 0}},
                                 {"put": {"target": "there", "disp": 8}}, {"unlock": {"target": 0}}]}]})");
    expect_same_with_and_without(scenario, {});
    for (int i = 0; i < 3; ++i) {
        const Exploration found = explored(scenario);
        ASSERT_EQ(found.failures.size(), 1U);
        EXPECT_LT(found.failing_runs, found.runs);
        EXPECT_EQ(found.failure()->kind, Failure::Kind::out_of_range);
        EXPECT_NE(found.failure()->what.front().find("programs[1].calls[3].put.target"), std::string::npos)
            << found.failure()->what.front();
    }
}

}  // namespace rmasim::explore
