// Lists that stop after fifty or a hundred: what is said of things that are fewer, just as many, or more.
#include "tests/corpus/changes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <string>
#include <utility>

namespace rmasim::corpus {

namespace {

using Ranks = std::pair<const char*, const char*>;  // which, and their calls as JSON

Json long_of(int ranks, int many, std::initializer_list<Ranks> programs) {
    Json scenario{{"name", "long"}, {"ranks", ranks}, {"params", {{"many", many}}}};
    scenario["windows"] = {{"w", {{"bytes", 8 * many}}}};
    scenario["programs"] = Json::array();
    for (const auto& [which, calls] : programs) {
        scenario["programs"].push_back({{"ranks", which}, {"calls", Json::parse(calls)}});
    }
    return scenario;
}

Json loads(int many) {
    return long_of(2, many, {{"0", R"([{"repeat": {"times": "many", "as": "i", "calls": [{"load": {
        "disp": "8 * i", "datatype": "int64", "as": "x", "expect": "i + 1"}}]}}])"}});
}
// Two ranks put to the same places in one epoch.
Json races(int many) {
    Json scenario = long_of(3, many, {{"all", R"([{"fence": {}}, {"repeat": {"times": "rank == 2 ? 0 : many",
        "as": "i", "calls": [{"put": {"target": 2, "disp": "8 * i", "datatype": "int64", "value": "rank"}}]}},
        {"fence": {}}])"}});
    scenario["semantics"] = "separate";
    return scenario;
}
// Rank 0 stores and tells rank 1, which does not synchronise, and loads what was there before.
Json stale_loads(int many) {
    Json scenario = long_of(2, many, {
        {"0", R"([{"lock_all": {"assert": ["nocheck"]}}, {"recv": {"source": 1}}, {"repeat": {"times": "many",
            "as": "i", "calls": [{"store": {"target": 1, "disp": "8 * i", "datatype": "int64", "value": 5}}]}},
            {"sync": {}}, {"send": {"target": 1}}, {"unlock_all": {}}])"},
        {"1", R"([{"lock_all": {"assert": ["nocheck"]}}, {"send": {"target": 0}}, {"recv": {"source": 0}}, {"sync": {}},
            {"repeat": {"times": "many", "as": "i", "calls": [{"load": {"disp": "8 * i", "datatype": "int64",
            "as": "x"}}]}}, {"unlock_all": {}}])"}});
    scenario["windows"]["w"]["shared"] = true;
    scenario["platform"] = {{"ranks_per_node", 2},
                            {"memory", {{"order", "weak"}, {"store_buffer", 64}, {"without_mem_sync", {"sync"}},
                                        {"drain_ns", 900000}, {"stale_words", 128}, {"stale_ns", 900000}}}};
    return scenario;
}
Json losses(int many) {
    Json scenario = long_of(2, many, {
        {"0", R"([{"repeat": {"times": "many", "as": "i", "calls": [{"send": {"target": 1, "tag": "i"}}]}}])"},
        {"1", R"([{"recv": {"source": 0, "tag": "many - 1"}}])"}});
    scenario["faults"]["losses"] = Json::array({{{"from", "0"}, {"percent", 100}}});
    return scenario;
}
Json deaths(int many) {
    Json scenario = long_of(many + 1, many, {{"rank > 0", R"([{"send": {"target": 0}}])"},
                                                 {"0", R"([{"recv": {"source": "many"}}])"}});
    scenario["faults"]["deaths"] = Json::array({{{"ranks", "rank > 0"}, {"at_call", 1}}});
    return scenario;
}
Json shrinks(int many) {
    Json scenario = long_of(many, many, {{"all", R"([{"barrier": {}}])"}});
    scenario["faults"]["shrinks"] = Json::array({{{"ranks", "all"}, {"at_call", 1}, {"pool", "op.global"}, {"to", 0}}});
    return scenario;
}
Json words(int many) {
    Json scenario = long_of(2, many, {{"all", "[]"}});
    scenario["expect"]["memory"] = Json::array({{{"datatype", "int64"}, {"values", Json::array()}}});
    for (int i = 0; i < many; ++i) scenario["expect"]["memory"][0]["values"].push_back("rank + 1");
    return scenario;
}

struct LongKind {
    const char* name;
    Json (*make)(int many);
};
constexpr std::array long_kinds{LongKind{"loads", loads},   LongKind{"races", races},
                                LongKind{"stale", stale_loads}, LongKind{"losses", losses},
                                LongKind{"deaths", deaths}, LongKind{"shrinks", shrinks},
                                LongKind{"words", words}};

}  // namespace

std::vector<std::string> kinds_of_long_lists() {
    std::vector<std::string> names;
    for (const LongKind& kind : long_kinds) names.emplace_back(kind.name);
    return names;
}

Json long_list(const std::string& kind, int many) {
    for (const LongKind& one : long_kinds) {
        if (one.name == kind) return one.make(many);
    }
    return {};
}

}  // namespace rmasim::corpus
