// The ranks that a call without an operation element waits for. Only targets of the same window free an element of a
// local pool. Targets of all windows free an element of a global pool. The target pool differs in both cases.
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/run/scheduler.h"
#include "sim/untimed/world/untimed_world.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim::awaited_elements {

using testing::Pair;
using testing::UnorderedElementsAre;
using RankAndWindow = std::pair<Rank, WindowId>;

namespace {

// Ranks 1 and 2 hold the locks of their own window segments in both windows. Rank 0 has operations for rank 2 in window
// b and for rank 1 in window a. No operation can be sent, because the requests for both locks are waiting. Then rank 0
// makes the call `last`, which finds no element.
std::vector<RankAndWindow> awaited(const std::string& op_pool, const std::string& target_pool,
                                   const std::string& last) {
    const std::string text = fmt::format(R"({{"name": "elements", "ranks": 4,
        "windows": {{"a": {{"bytes": 8}}, "b": {{"bytes": 8}}}},
        "protocol": {{"op_pool": {}, "target_pool": {}, "piggyback_threshold": 0,
                     "optimizations": {{"single_op": false, "piggyback": false}}}},
        "programs": [
          {{"ranks": "rank > 0", "calls": [
            {{"lock": {{"win": "a", "target": "rank", "type": "exclusive"}}}},
            {{"lock": {{"win": "b", "target": "rank", "type": "exclusive"}}}},
            {{"barrier": {{}}}}, {{"recv": {{"source": 0}}}}]}},
          {{"ranks": "0", "calls": [
            {{"barrier": {{}}}},
            {{"lock": {{"win": "b", "target": 2, "type": "exclusive"}}}}, {{"put": {{"win": "b", "target": 2}}}},
            {{"lock": {{"win": "a", "target": 1, "type": "exclusive"}}}}, {{"put": {{"win": "a", "target": 1}}}},
            {}]}}]}})",
                                         op_pool, target_pool, last);
    const Scenario scenario = parse_scenario(parse_json(text), ".");
    UntimedWorld world(scenario);
    fuzz::Scheduler scheduler(1, scenario.ranks);
    EXPECT_EQ(fuzz::run_by(scheduler, world), StepResult::continued) << world.trouble();
    std::vector<RankAndWindow> found;
    world.process(0).waiting().for_each([&](const WaitReason& reason) {
        for (const AwaitedRank& one : world.process(0).awaited_ranks(reason).ranks) {
            found.emplace_back(one.rank, one.window);
        }
    });
    return found;
}

const std::string second_put = R"({"put": {"win": "a", "target": 1}})";

}  // namespace

TEST(AwaitedElements, AnOperationElementOfALocalPoolComesFromItsWindow) {
    EXPECT_THAT(awaited(R"({"local": 1, "global": 0})", R"({"local": 4, "global": 4})", second_put),
                UnorderedElementsAre(Pair(1, 0)));
}

TEST(AwaitedElements, AnOperationElementOfTheGlobalLevelComesFromAnyWindow) {
    EXPECT_THAT(awaited(R"({"local": 0, "global": 2})", R"({"local": 4, "global": 0})", second_put),
                UnorderedElementsAre(Pair(1, 0), Pair(2, 1)));
}

}  // namespace rmasim::sim::awaited_elements
