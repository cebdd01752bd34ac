// Worlds of family synccount: rank 1 has the window and a counter that a request of rank 0 decrements.
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "tests/memmodel/worlds/parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace rmasim::memmodel_worlds {

namespace {

const std::string start = R"({"start": {"request": "r"}})";
const std::string wait = R"({"wait": {"request": "r"}})";
const std::string wait_counter = R"({"wait": {"request": "o"}})";
const std::string word_to_owner = R"({"send": {"target": 1, "tag": 1, "datatype": "int64", "value": 1}})";
const std::string word_from_origin = R"({"recv": {"source": 0, "tag": 1, "datatype": "int64"}})";
const std::string word_to_origin = R"({"send": {"target": 0, "tag": 1, "datatype": "int64", "value": 1}})";
const std::string word_from_owner = R"({"recv": {"source": 1, "tag": 1, "datatype": "int64"}})";

// The calls of both ranks after rank 0 has the counter and a request for it. A request without a mode signals.
struct Rounds {
    Calls origin, owner;
    int signals = 1;
};

struct Scene {
    std::string_view name;
    bool for_owner = false;  // else for the origin
    bool known = false;      // the counter of rank 0, which rank 1 can lower
    Rounds (*rounds)(const std::string& first, const std::string& second);
};

Rounds concurrent(const std::string& first, const std::string& second) {
    return {{first, wait}, {second, wait_counter}};
}
Rounds after(const std::string& first, const std::string& second) { return {{first, wait}, {wait_counter, second}}; }
Rounds notified(const std::string& first, const std::string& second) {
    return {{first, wait, word_to_owner}, {word_from_origin, second, wait_counter}};
}
Rounds before_message(const std::string& first, const std::string& second) {
    return {{word_from_owner, first, wait}, {second, word_to_origin, wait_counter}};
}
Rounds before_signal(const std::string& first, const std::string& second) {
    return {{R"({"wait": {"request": "f"}})", first, wait},
            {second, R"({"start": {"request": "g"}})", R"({"wait": {"request": "g"}})", wait_counter}};
}
Rounds in_one_request(const std::string& first, const std::string& second) {
    return {{first, second, wait}, {wait_counter}};
}
Rounds in_two_requests(const std::string& first, const std::string& second) {
    return {{first, wait, start, second, wait}, {wait_counter}, 2};
}

constexpr std::array<Scene, 7> scenes{{
    {"beside the counter", true, false, concurrent},
    {"after the counter", true, false, after},
    {"told, not counted", true, false, notified},
    {"before, by a message", true, false, before_message},
    {"before, by a signal", true, true, before_signal},
    {"one request", false, false, in_one_request},
    {"two requests", false, false, in_two_requests},
}};

// The owner fills its window and signals itself: that makes it public. Then handles go both ways.
std::string text_of(const Rounds& rounds, const Scene& scene, std::string_view model, std::string_view settings) {
    Calls owner{
        R"({"store": {"count": 2, "datatype": "int64", "value": 3}})",
        R"({"win_alloc_sync_objects": {"as": "own"}})",
        R"({"win_sync_object_init": {"counter": "own", "count": 1, "request": "p"}})",
        R"({"win_sync_ops_init": {"target": 1, "mode": [], "counter": "own", "request": "s"}})",
        R"({"start": {"request": "s"}})",
        R"({"win_alloc_sync_objects": {"as": "c"}})",
        fmt::format(R"({{"win_sync_object_init": {{"counter": "c", "count": {}, "request": "o"}}}})", rounds.signals),
        R"({"start": {"request": "o"}})",
        R"({"send": {"target": 0, "datatype": "handle_sync", "value": "c"}})"};
    Calls origin{R"({"recv": {"source": 1, "datatype": "handle_sync", "as": "h"}})",
                 R"({"win_sync_ops_init": {"target": 1, "mode": ["put", "get", "accumulate"], "counter": "h",
                     "request": "r"}})",
                 start};
    if (scene.known) {
        origin = joined({R"({"win_alloc_sync_objects": {"as": "free"}})",
                         R"({"win_sync_object_init": {"counter": "free", "count": 1, "request": "f"}})",
                         R"({"start": {"request": "f"}})",
                         R"({"send": {"target": 1, "datatype": "handle_sync", "value": "free"}})"},
                        origin);
        owner.push_back(R"({"recv": {"source": 0, "datatype": "handle_sync", "as": "h"}})");
        owner.push_back(R"({"win_sync_ops_init": {"target": 0, "mode": [], "counter": "h", "request": "g"}})");
    }
    return fmt::format(
        R"({{"name": "world", "ranks": 2, "semantics": "{}", "protocol": {{"family": "synccount"{}}},
             "windows": {{"w": {{"bytes": 16}}}},
             "programs": [{{"ranks": "0", "calls": {}}}, {{"ranks": "1", "calls": {}}}]}})",
        model, settings, list(joined(origin, rounds.origin)), list(joined(owner, rounds.owner)));
}

bool fits(const Scene& scene, const Pair& pair) {
    const auto known = [](std::string_view access) { return is_local(access) || access != "swap"; };
    if (!known(pair.first) || !known(pair.second)) return false;
    return scene.for_owner ? pair.by == By::owner && is_local(pair.second) : pair.by == By::origin;
}

}  // namespace

void add_counters(std::string_view model, std::vector<World>& worlds) {
    for (const Scene& scene : scenes) {
        for (const Pair& pair : all_pairs()) {
            if (!fits(scene, pair)) continue;
            const Rounds rounds =
                scene.rounds(access_of(pair.first, true, 0), access_of(pair.second, pair.same_bytes, 1));
            for (const std::string_view settings : {"", R"(, "completion": "ack")"}) {
                worlds.push_back({fmt::format("{}{}, {} and {}, {} bytes, {}", scene.name, settings, pair.first,
                                              pair.second, pair.same_bytes ? "same" : "other", model),
                                  sim::parse_scenario(sim::parse_json(text_of(rounds, scene, model, settings)), "."),
                                  false});
            }
        }
    }
}

}  // namespace rmasim::memmodel_worlds
