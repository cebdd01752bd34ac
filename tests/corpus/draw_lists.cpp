// Scenarios whose reports contain lists that are cut after ten, fifty or a hundred items. The scenarios have fewer
// items, exactly this number, and more.
#include "tests/corpus/calls.h"
#include "tests/corpus/changes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <string>
#include <utility>

namespace rmasim::corpus {

namespace {

// ---- Reports that name one to ten things.

// Returns a scenario of rank 0 and `many` others. Each entry of `programs` has an expression for ranks and a list of
// calls.
Json scenario_of(int many, std::initializer_list<std::pair<const char*, Json>> programs) {
    Json scenario{{"name", "many"}, {"ranks", many + 1}};
    scenario["windows"] = {{"w", {{"bytes", 8 * (many + 1)}}}};
    scenario["programs"] = Json::array();
    for (const auto& [ranks, calls] : programs) {
        scenario["programs"].push_back(program_of(ranks, calls));
    }
    return scenario;
}

Json list(std::initializer_list<Json> calls) {
    Json all = Json::array();
    for (const Json& one : calls) all.push_back(one);
    return all;
}

Json repeated(int many, const Json& body) {
    Json calls = Json::array();
    calls.push_back(call_of("repeat", {{"times", many}, {"as", "i"}, {"calls", body}}));
    return calls;
}

const Json own_lock = call_of("lock", {{"target", "rank"}, {"type", "exclusive"}});
const Json to_rank_1 = call_of("lock", {{"target", 1}, {"type", "shared"}});
const Json to_rank_0 = call_of("lock", {{"target", 0}, {"type", "shared"}});
const Json end = call_of("barrier");

// Rank 0 waits for the locks of many ranks, each held by its own rank.
Json locks_of_many(int many) {
    Json calls = repeated(many, list({call_of("lock", {{"target", "i + 1"}, {"type", "exclusive"}}),
                                      call_of("put", {{"target", "i + 1"}, {"datatype", "int64"}})}));
    calls.push_back(call_of("flush_all"));
    return scenario_of(many,
                       {{"0", calls}, {"rank > 0", list({own_lock, call_of("recv", {{"source", 0}, {"tag", 1}})})}});
}
// Many ranks wait for a rank that holds its own lock or has ended, or for each other in a cycle.
Json many_for_a_lock(int many) {
    const Json put = call_of("put", {{"target", 0}, {"datatype", "int64"}});
    const Json unlock = call_of("unlock", {{"target", 0}});
    return scenario_of(many, {{"0", list({own_lock, end})}, {"rank > 0", list({to_rank_0, put, unlock, end})}});
}
Json many_share_a_lock(int many) {
    Json scenario = scenario_of(
        many,
        {{"0", list({call_of("recv", {{"source", 1}, {"tag", 1}}), own_lock, call_of("unlock", {{"target", 0}}), end})},
         {"rank > 0", list({to_rank_0, call_of("get", {{"target", 0}, {"datatype", "int64"}, {"as", "x"}}),
                            call_of("flush", {{"target", 0}}),
                            call_of("send", {{"target", "rank == 1 ? 0 : rank"}, {"tag", 1}}), end})}});
    return scenario;
}
Json many_for_one_that_ended(int many) {
    return scenario_of(many, {{"0", Json::array()}, {"rank > 0", list({call_of("recv", {{"source", 0}})})}});
}
Json a_circle(int many) {
    return scenario_of(many, {{"all", list({call_of("recv", {{"source", "(rank + 1) % size"}})})}});
}
// Rank 0 waits for a group of which no rank posts, or no rank completes.
Json a_group(int many, const char* opens, const char* closes) {
    Json group = Json::array();
    for (int rank = 1; rank <= many; ++rank) group.push_back(rank);
    const Json put = call_of("put", {{"target", 1}, {"datatype", "int64"}});
    Json calls = list({call_of(opens, {{"group", group}})});
    if (std::string(opens) == "start") calls.push_back(put);
    calls.push_back(call_of(closes));
    return scenario_of(many, {{"0", calls}, {"rank > 0", Json::array()}});
}
Json posts_of_many(int many) { return a_group(many, "start", "complete"); }
Json completes_of_many(int many) { return a_group(many, "post", "wait"); }
// Many ranks die before one waits for all of them; or many packets are lost.
Json many_deaths(int many) {
    Json scenario = scenario_of(many, {{"all", list({call_of("fence"), call_of("fence")})}});
    scenario["faults"]["deaths"] = Json::array({{{"ranks", "rank > 0"}, {"at_call", 2}}});
    return scenario;
}
Json many_losses(int many) {
    const Json send = call_of("send", {{"target", 0}});
    Json scenario = scenario_of(
        many, {{"0", repeated(many, list({call_of("recv", {{"source", "many - i"}})}))}, {"rank > 0", list({send})}});
    scenario["params"] = {{"many", many}};
    scenario["faults"]["losses"] = Json::array({{{"from", "rank > 0"}, {"to", "0"}, {"nth", 1}}});
    return scenario;
}
// Many values differ from the expectations: loads, words of memory, kinds of packets.
Json many_wrong_loads(int many) {
    return scenario_of(
        many,
        {{"all",
          repeated(many,
                   list({call_of("load",
                                 {{"disp", "8 * i"}, {"datatype", "int64"}, {"as", "x"}, {"expect", "i + rank"}})}))}});
}
Json many_wrong_words(int many) {
    Json scenario = scenario_of(many, {{"all", Json::array()}});
    Json words = Json::array();
    for (int i = 0; i < many; ++i) words.push_back(i + 1);
    scenario["expect"] = {{"memory", Json::array({{{"ranks", "all"}, {"datatype", "int64"}, {"values", words}}})},
                          {"messages", {{"total", many}, {"by_kind", {{"PUT", many}, {"BARRIER", 1}}}}}};
    return scenario;
}
// Many pairs of accesses that MPI's memory model forbids.
Json many_races(int many) {
    Json calls = list({call_of("fence")});
    calls.push_back(call_of(
        "repeat",
        {{"times", many},
         {"as", "i"},
         {"calls",
          list({call_of("put", {{"target", 0}, {"disp", "8 * i"}, {"datatype", "int64"}, {"value", "rank"}})})}}));
    calls.push_back(call_of("fence"));
    Json scenario = scenario_of(many, {{"all", calls}});
    scenario["semantics"] = "separate";
    return scenario;
}
// A rank of many threads, each of which waits for all others, or for the next one.
Json many_threads(int many, bool circle) {
    Json lists = Json::array();
    for (int thread = 0; thread <= many; ++thread) {
        lists.push_back(circle               ? list({call_of("join", {{"thread", (thread + 1) % (many + 1)}})})
                        : thread == many / 2 ? list({call_of("recv", {{"source", 1}})})
                                             : list({call_of("thread_barrier")}));
    }
    Json scenario = scenario_of(many, {});
    scenario["programs"].push_back({{"ranks", "0"}, {"threads", lists}});
    return scenario;
}
Json threads_at_a_barrier(int many) { return many_threads(many, false); }
Json threads_in_a_circle(int many) { return many_threads(many, true); }

// Puts all ranks on one node, so that they access each other's locks and memory directly. In one kind of program,
// `many` ranks hold their own lock, the last one also holds the lock of rank 0, and rank 0 calls LOCK_ALL. In the other
// kind, rank 0 accesses ranks that do not call POST.
Json on_one_node(Json scenario) {
    scenario["platform"]["ranks_per_node"] = scenario["ranks"];
    scenario["windows"]["w"]["shared"] = true;
    return scenario;
}
Json locks_of_a_node(int many) {
    const Json wait = call_of("recv", {{"source", 0}, {"tag", 1}});
    const Json lock_0 = call_of("lock", {{"target", 0}, {"type", "exclusive"}});
    const Json lock_all = list({call_of("send", {{"target", "rank"}, {"tag", 2}}), call_of("lock_all")});
    return on_one_node(scenario_of(many, {{"0", lock_all},
                                          {"rank == size - 1", list({lock_0, wait})},
                                          {"rank > 0 && rank < size - 1 && rank % 2 == 0", list({own_lock, wait})},
                                          {"rank > 0 && rank < size - 1 && rank % 2 == 1", list({wait})}}));
}
Json posts_of_a_node(int many) { return on_one_node(a_group(many, "start", "complete")); }
// Waits for a request among operations of which one is not answered.
Json requests_behind(int many) {
    const Json put = call_of("rput", {{"target", 1}, {"datatype", "int64"}, {"value", 5}, {"request", "r"}});
    const Json get = call_of("get", {{"target", 1}, {"datatype", "int64"}, {"as", "x"}});
    Json calls = list({to_rank_1});
    for (const Json& one : repeated(many, list({get}))) calls.push_back(one);
    for (const Json& one : {put, get, call_of("wait", {{"request", "r"}}), call_of("unlock", {{"target", 1}})}) {
        calls.push_back(one);
    }
    Json scenario = scenario_of(many, {{"0", calls}, {"rank > 0", Json::array()}});
    scenario["faults"]["losses"] = Json::array({{{"from", "1"}, {"to", "0"}, {"nth", many == 1 ? 2 : many}}});
    return scenario;
}
// LOCK_ALL on the ranks of several nodes: one rank holds the lock of rank 0, and others hold their own.
Json all_locks(int many) {
    const Json wait = call_of("recv", {{"source", 0}, {"tag", 1}});
    const Json lock_0 = call_of("lock", {{"target", 0}, {"type", "exclusive"}});
    const Json put = call_of("put", {{"target", "i"}, {"datatype", "int64"}});
    Json calls = list({call_of("send", {{"target", "rank"}, {"tag", 2}}), call_of("lock_all")});
    calls.push_back(call_of("repeat", {{"times", "size"}, {"as", "i"}, {"calls", list({put})}}));
    calls.push_back(call_of("unlock_all"));
    Json scenario = scenario_of(many, {{"0", calls},
                                       {"rank == size - 1", list({lock_0, wait})},
                                       {"rank > 0 && rank < size - 1", list({own_lock, wait})}});
    scenario["protocol"] = {{"family", "newrma"}, {"target_pool", {{"local", 1 + many % 3}, {"global", 0}}}};
    return scenario;
}

constexpr std::array kinds{ListKind{"locks", locks_of_many},
                           ListKind{"waiting", many_for_a_lock},
                           ListKind{"sharing", many_share_a_lock},
                           ListKind{"ended", many_for_one_that_ended},
                           ListKind{"circle", a_circle},
                           ListKind{"posts", posts_of_many},
                           ListKind{"completes", completes_of_many},
                           ListKind{"deaths", many_deaths},
                           ListKind{"losses", many_losses},
                           ListKind{"loads", many_wrong_loads},
                           ListKind{"words", many_wrong_words},
                           ListKind{"races", many_races},
                           ListKind{"barrier", threads_at_a_barrier},
                           ListKind{"joins", threads_in_a_circle},
                           ListKind{"node", locks_of_a_node},
                           ListKind{"exposed", posts_of_a_node},
                           ListKind{"requests", requests_behind},
                           ListKind{"all", all_locks}};

// ---- Lists that stop after fifty or a hundred.

using Ranks = std::pair<const char*, const char*>;  // an expression for ranks, and their calls as JSON

Json long_of(int ranks, int many, std::initializer_list<Ranks> programs) {
    Json scenario{{"name", "long"}, {"ranks", ranks}, {"params", {{"many", many}}}};
    scenario["windows"] = {{"w", {{"bytes", 8 * many}}}};
    scenario["programs"] = Json::array();
    for (const auto& [which, calls] : programs) {
        scenario["programs"].push_back(program_of(which, Json::parse(calls)));
    }
    return scenario;
}

Json loads(int many) {
    return long_of(2, many, {{"0", R"([{"repeat": {"times": "many", "as": "i", "calls": [{"load": {
        "disp": "8 * i", "datatype": "int64", "as": "x", "expect": "i + 1"}}]}}])"}});
}
// Two ranks put to the same locations in one epoch.
Json races(int many) {
    Json scenario = long_of(3, many, {{"all", R"([{"fence": {}}, {"repeat": {"times": "rank == 2 ? 0 : many",
        "as": "i", "calls": [{"put": {"target": 2, "disp": "8 * i", "datatype": "int64", "value": "rank"}}]}},
        {"fence": {}}])"}});
    scenario["semantics"] = "separate";
    return scenario;
}
// Rank 0 stores and sends a message to rank 1, which does not synchronise, and loads the old values.
Json stale_loads(int many) {
    Json scenario = long_of(
        2, many,
        {{"0", R"([{"lock_all": {"assert": ["nocheck"]}}, {"recv": {"source": 1}}, {"repeat": {"times": "many",
            "as": "i", "calls": [{"store": {"target": 1, "disp": "8 * i", "datatype": "int64", "value": 5}}]}},
            {"sync": {}}, {"send": {"target": 1}}, {"unlock_all": {}}])"},
         {"1",
          R"([{"lock_all": {"assert": ["nocheck"]}}, {"send": {"target": 0}}, {"recv": {"source": 0}}, {"sync": {}},
            {"repeat": {"times": "many", "as": "i", "calls": [{"load": {"disp": "8 * i", "datatype": "int64",
            "as": "x"}}]}}, {"unlock_all": {}}])"}});
    scenario["windows"]["w"]["shared"] = true;
    scenario["platform"] = {{"ranks_per_node", 2},
                            {"memory",
                             {{"order", "weak"},
                              {"store_buffer", 64},
                              {"without_mem_sync", {"sync"}},
                              {"drain_ns", 900000},
                              {"stale_words", 128},
                              {"stale_ns", 900000}}}};
    return scenario;
}
Json losses(int many) {
    Json scenario =
        long_of(2, many,
                {{"0", R"([{"repeat": {"times": "many", "as": "i", "calls": [{"send": {"target": 1, "tag": "i"}}]}}])"},
                 {"1", R"([{"recv": {"source": 0, "tag": "many - 1"}}])"}});
    scenario["faults"]["losses"] = Json::array({{{"from", "0"}, {"percent", 100}}});
    return scenario;
}
Json deaths(int many) {
    Json scenario = long_of(many + 1, many,
                            {{"rank > 0", R"([{"send": {"target": 0}}])"}, {"0", R"([{"recv": {"source": "many"}}])"}});
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

constexpr std::array long_kinds{ListKind{"loads", loads},   ListKind{"races", races},   ListKind{"stale", stale_loads},
                                ListKind{"losses", losses}, ListKind{"deaths", deaths}, ListKind{"shrinks", shrinks},
                                ListKind{"words", words}};

}  // namespace

std::span<const ListKind> kinds_of_lists() { return kinds; }
std::span<const ListKind> kinds_of_long_lists() { return long_kinds; }

}  // namespace rmasim::corpus
