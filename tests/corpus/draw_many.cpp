// Reports that list things and stop after some: one, a few, just as many as are named, one more, many.
#include "tests/corpus/changes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <string>
#include <utility>

namespace rmasim::corpus {

using sim::Json;

namespace {

Json call(const char* verb, Json arguments) { return {{verb, std::move(arguments)}}; }

// Rank 0 and `many` others; each entry of `programs` is a text for ranks and a list of calls.
Json scenario_of(int many, std::initializer_list<std::pair<const char*, Json>> programs) {
    Json scenario{{"name", "many"}, {"ranks", many + 1}};
    scenario["windows"] = {{"w", {{"bytes", 8 * (many + 1)}}}};
    scenario["programs"] = Json::array();
    for (const auto& [ranks, calls] : programs) {
        scenario["programs"].push_back({{"ranks", ranks}, {"calls", calls}});
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
    calls.push_back(call("repeat", {{"times", many}, {"as", "i"}, {"calls", body}}));
    return calls;
}

const Json own_lock = call("lock", {{"target", "rank"}, {"type", "exclusive"}});
const Json to_rank_1 = call("lock", {{"target", 1}, {"type", "shared"}});
const Json to_rank_0 = call("lock", {{"target", 0}, {"type", "shared"}});
const Json end = call("barrier", Json::object());

// Rank 0 waits for the locks of many, each held by its own rank.
Json locks_of_many(int many) {
    Json calls = repeated(many, list({call("lock", {{"target", "i + 1"}, {"type", "exclusive"}}),
                                      call("put", {{"target", "i + 1"}, {"datatype", "int64"}})}));
    calls.push_back(call("flush_all", Json::object()));
    return scenario_of(many, {{"0", calls}, {"rank > 0", list({own_lock, call("recv", {{"source", 0}, {"tag", 1}})})}});
}
// Many wait for one that holds its lock alone, or that has ended, or for each other in a circle.
Json many_for_a_lock(int many) {
    const Json put = call("put", {{"target", 0}, {"datatype", "int64"}});
    const Json unlock = call("unlock", {{"target", 0}});
    return scenario_of(many, {{"0", list({own_lock, end})}, {"rank > 0", list({to_rank_0, put, unlock, end})}});
}
Json many_share_a_lock(int many) {
    Json scenario = scenario_of(
        many, {{"0", list({call("recv", {{"source", 1}, {"tag", 1}}), own_lock, call("unlock", {{"target", 0}}), end})},
               {"rank > 0", list({to_rank_0, call("get", {{"target", 0}, {"datatype", "int64"}, {"as", "x"}}),
                                  call("flush", {{"target", 0}}),
                                  call("send", {{"target", "rank == 1 ? 0 : rank"}, {"tag", 1}}), end})}});
    return scenario;
}
Json many_for_one_that_ended(int many) {
    return scenario_of(many, {{"0", Json::array()}, {"rank > 0", list({call("recv", {{"source", 0}})})}});
}
Json a_circle(int many) {
    return scenario_of(many, {{"all", list({call("recv", {{"source", "(rank + 1) % size"}})})}});
}
// Groups of which nobody posts, or nobody completes.
Json a_group(int many, const char* opens, const char* closes) {
    Json group = Json::array();
    for (int rank = 1; rank <= many; ++rank) group.push_back(rank);
    const Json put = call("put", {{"target", 1}, {"datatype", "int64"}});
    Json calls = list({call(opens, {{"group", group}})});
    if (std::string(opens) == "start") calls.push_back(put);
    calls.push_back(call(closes, Json::object()));
    return scenario_of(many, {{"0", calls}, {"rank > 0", Json::array()}});
}
Json posts_of_many(int many) { return a_group(many, "start", "complete"); }
Json completes_of_many(int many) { return a_group(many, "post", "wait"); }
// Many die, before one waits for all; many packets are lost.
Json many_deaths(int many) {
    Json scenario = scenario_of(many, {{"all", list({call("fence", Json::object()), call("fence", Json::object())})}});
    scenario["faults"]["deaths"] = Json::array({{{"ranks", "rank > 0"}, {"at_call", 2}}});
    return scenario;
}
Json many_losses(int many) {
    const Json send = call("send", {{"target", 0}});
    Json scenario = scenario_of(
        many, {{"0", repeated(many, list({call("recv", {{"source", "many - i"}})}))}, {"rank > 0", list({send})}});
    scenario["params"] = {{"many", many}};
    scenario["faults"]["losses"] = Json::array({{{"from", "rank > 0"}, {"to", "0"}, {"nth", 1}}});
    return scenario;
}
// Many differ from what is expected: loads, words of memory, kinds of packets.
Json many_wrong_loads(int many) {
    return scenario_of(
        many,
        {{"all",
          repeated(
              many,
              list({call("load", {{"disp", "8 * i"}, {"datatype", "int64"}, {"as", "x"}, {"expect", "i + rank"}})}))}});
}
Json many_wrong_words(int many) {
    Json scenario = scenario_of(many, {{"all", Json::array()}});
    Json words = Json::array();
    for (int i = 0; i < many; ++i) words.push_back(i + 1);
    scenario["expect"] = {{"memory", Json::array({{{"ranks", "all"}, {"datatype", "int64"}, {"values", words}}})},
                          {"messages", {{"total", many}, {"by_kind", {{"PUT", many}, {"BARRIER", 1}}}}}};
    return scenario;
}
// Many pairs that MPI's memory model forbids.
Json many_races(int many) {
    Json calls = list({call("fence", Json::object())});
    calls.push_back(
        call("repeat",
             {{"times", many},
              {"as", "i"},
              {"calls",
               list({call("put", {{"target", 0}, {"disp", "8 * i"}, {"datatype", "int64"}, {"value", "rank"}})})}}));
    calls.push_back(call("fence", Json::object()));
    Json scenario = scenario_of(many, {{"all", calls}});
    scenario["semantics"] = "separate";
    return scenario;
}
// A rank of many threads, each of which waits for all others, or for the next.
Json many_threads(int many, bool circle) {
    Json lists = Json::array();
    for (int thread = 0; thread <= many; ++thread) {
        lists.push_back(circle               ? list({call("join", {{"thread", (thread + 1) % (many + 1)}})})
                        : thread == many / 2 ? list({call("recv", {{"source", 1}})})
                                             : list({call("thread_barrier", Json::object())}));
    }
    Json scenario = scenario_of(many, {});
    scenario["programs"].push_back({{"ranks", "0"}, {"threads", lists}});
    return scenario;
}
Json threads_at_a_barrier(int many) { return many_threads(many, false); }
Json threads_in_a_circle(int many) { return many_threads(many, true); }

// One node, whose ranks reach each other's locks and memory: `many` hold their own lock, the last that of rank 0, which
// locks all; or rank 0 accesses those that do not post.
Json on_one_node(Json scenario) {
    scenario["platform"]["ranks_per_node"] = scenario["ranks"];
    scenario["windows"]["w"]["shared"] = true;
    return scenario;
}
Json locks_of_a_node(int many) {
    const Json wait = call("recv", {{"source", 0}, {"tag", 1}});
    const Json lock_0 = call("lock", {{"target", 0}, {"type", "exclusive"}});
    const Json lock_all = list({call("send", {{"target", "rank"}, {"tag", 2}}), call("lock_all", Json::object())});
    return on_one_node(scenario_of(many, {{"0", lock_all},
                                          {"rank == size - 1", list({lock_0, wait})},
                                          {"rank > 0 && rank < size - 1 && rank % 2 == 0", list({own_lock, wait})},
                                          {"rank > 0 && rank < size - 1 && rank % 2 == 1", list({wait})}}));
}
Json posts_of_a_node(int many) { return on_one_node(a_group(many, "start", "complete")); }
// A request among operations of which one is not answered.
Json requests_behind(int many) {
    const Json put = call("rput", {{"target", 1}, {"datatype", "int64"}, {"value", 5}, {"request", "r"}});
    const Json get = call("get", {{"target", 1}, {"datatype", "int64"}, {"as", "x"}});
    Json calls = list({to_rank_1});
    for (const Json& one : repeated(many, list({get}))) calls.push_back(one);
    for (const Json& one : {put, get, call("wait", {{"request", "r"}}), call("unlock", {{"target", 1}})}) {
        calls.push_back(one);
    }
    Json scenario = scenario_of(many, {{"0", calls}, {"rank > 0", Json::array()}});
    scenario["faults"]["losses"] = Json::array({{{"from", "1"}, {"to", "0"}, {"nth", many == 1 ? 2 : many}}});
    return scenario;
}
// LOCK_ALL on the ranks of several nodes, one of which has the own lock of rank 0 and others their own.
Json all_locks(int many) {
    const Json wait = call("recv", {{"source", 0}, {"tag", 1}});
    const Json lock_0 = call("lock", {{"target", 0}, {"type", "exclusive"}});
    const Json put = call("put", {{"target", "i"}, {"datatype", "int64"}});
    Json calls = list({call("send", {{"target", "rank"}, {"tag", 2}}), call("lock_all", Json::object())});
    calls.push_back(call("repeat", {{"times", "size"}, {"as", "i"}, {"calls", list({put})}}));
    calls.push_back(call("unlock_all", Json::object()));
    Json scenario =
        scenario_of(many, {{"0", calls}, {"rank == size - 1", list({lock_0, wait})},
                           {"rank > 0 && rank < size - 1", list({own_lock, wait})}});
    scenario["protocol"] = {{"family", "newrma"}, {"target_pool", {{"local", 1 + many % 3}, {"global", 0}}}};
    return scenario;
}

struct Kind {
    const char* name;
    Json (*make)(int many);
};
constexpr std::array kinds{
    Kind{"locks", locks_of_many},           Kind{"waiting", many_for_a_lock},  Kind{"sharing", many_share_a_lock},
    Kind{"ended", many_for_one_that_ended}, Kind{"circle", a_circle},          Kind{"posts", posts_of_many},
    Kind{"completes", completes_of_many},   Kind{"deaths", many_deaths},       Kind{"losses", many_losses},
    Kind{"loads", many_wrong_loads},        Kind{"words", many_wrong_words},   Kind{"races", many_races},
    Kind{"barrier", threads_at_a_barrier},  Kind{"joins", threads_in_a_circle}, Kind{"node", locks_of_a_node},
    Kind{"exposed", posts_of_a_node},       Kind{"requests", requests_behind},  Kind{"all", all_locks}};

}  // namespace

std::vector<std::string> kinds_of_lists() {
    std::vector<std::string> names;
    for (const Kind& kind : kinds) names.emplace_back(kind.name);
    return names;
}

Json many_of(const std::string& kind, int many) {
    for (const Kind& one : kinds) {
        if (one.name == kind) return one.make(many);
    }
    return {};
}

}  // namespace rmasim::corpus
