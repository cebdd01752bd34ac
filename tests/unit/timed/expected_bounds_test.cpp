// Expectations with bounds: no difference at the bound, and a difference just beyond it.
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/as_expected.h"
#include "sim/timed/executed_run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim {
namespace {

// Two ranks of two nodes, and what they put to each other.
Json compared_scenario() {
    return parse_json(R"({"name": "bounds", "ranks": 4, "platform": {"ranks_per_node": 2},
        "windows": {"w": {"bytes": 64}},
        "programs": [{"ranks": "0-1", "calls": [{"lock_all": {}}, {"put": {"target": "rank + 2", "count": 8}},
                                                {"put": {"target": "rank + 2", "count": 4}},
                                                {"put": {"target": "1 - rank", "count": 8}}, {"unlock_all": {}}]}]})");
}

std::vector<std::string> differing(const Json& expect) {
    Json json = compared_scenario();
    json["expect"] = expect;
    const Scenario scenario = parse_scenario(json, ".");
    const auto [run, result] = execute(scenario);
    std::vector<std::string> names;
    for (const Difference& one : not_as_expected(scenario, *run, result, Compared::all)) {
        names.push_back(one.what);
    }
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST(ExpectedBounds, OfTimeBelongToWhatIsExpected) {
    const std::int64_t time = to_ns(execute(parse_scenario(compared_scenario(), ".")).result.time);
    EXPECT_EQ(differing({{"time_ns", {{"min", time}, {"max", time}}}}), Names());
    EXPECT_EQ(differing({{"time_ns", {{"min", time + 1}}}}), Names{"time_ns"});
    EXPECT_EQ(differing({{"time_ns", {{"max", time - 1}}}}), Names{"time_ns"});
}

TEST(ExpectedBounds, OfPoolsBelongToWhatIsExpected) {
    const RunResult result = execute(parse_scenario(compared_scenario(), ".")).result;
    int used = 0;
    for (const auto& [pool, use] : result.elements) {
        EXPECT_EQ(differing({{"high_water", {{pool, use.high_water}}}}), Names());
        if (use.high_water == 0) continue;
        ++used;
        EXPECT_EQ(differing({{"high_water", {{pool, use.high_water - 1}}}}), Names{"high_water." + pool});
    }
    EXPECT_GT(used, 1);
}

// Each kind and each pair by itself, also those that send nothing.
TEST(ExpectedBounds, OfCountsAreExact) {
    const Scenario scenario = parse_scenario(compared_scenario(), ".");
    const RunResult result = execute(scenario, {.by = {.pair = true}}).result;
    ASSERT_GT(result.by_kind.size(), 2U);
    ASSERT_GT(result.between_nodes.size(), 1U);
    const auto check = [](const std::string& where, const std::map<std::string, std::uint64_t>& kinds, auto wrapped) {
        EXPECT_EQ(differing(wrapped(Json(kinds))), Names()) << where;
        for (const auto& [kind, count] : kinds) {
            Json other = kinds;
            other[kind] = count + 1;
            EXPECT_EQ(differing(wrapped(other)), Names{where + kind}) << where;
            other.erase(kind);
            EXPECT_EQ(differing(wrapped(other)), Names{where + kind}) << where;
        }
    };
    for (const char* key : {"by_kind", "between_nodes"}) {
        const auto& kinds = key == std::string("by_kind") ? result.by_kind : result.between_nodes;
        const auto wrapped = [&](const Json& some) { return Json{{"messages", {{key, some}}}}; };
        check(fmt::format("messages.{}.", key), kinds, wrapped);
    }
    for (Rank from = 0; from < 4; ++from) {
        for (Rank to = 0; to < 4; ++to) {
            const std::string pair = fmt::format("{}>{}", from, to);
            const auto at = result.by_pair.find(pair);
            const auto wrapped = [&](const Json& some) { return Json{{"messages", {{"by_pair", {{pair, some}}}}}}; };
            if (at != result.by_pair.end()) check(fmt::format("messages.by_pair.{}.", pair), at->second, wrapped);
            else EXPECT_EQ(differing(wrapped({{"PUT", 1}})), Names{fmt::format("messages.by_pair.{}.PUT", pair)});
        }
    }
}

}  // namespace rmasim::sim
