// Expectations, mostly wrong, and often two of a kind.
#include "tests/corpus/changes.h"

#include <nlohmann/json.hpp>

#include <string>

namespace rmasim::corpus {

namespace {

std::int64_t few(Random& random) { return one_of<std::int64_t>(random, {0, 2, 4, 6, 8, 12}); }

Json messages(Random& random) {
    Json messages = Json::object();
    if (chance(random, 50)) messages["total"] = few(random);
    if (chance(random, 30)) messages["bytes"] = 40 * few(random);
    if (chance(random, 40)) messages["by_kind"] = {{"PUT", few(random)}};
    if (chance(random, 20)) {
        const std::int64_t puts = few(random);
        messages["by_kind"] = Json::array({Json{{"PUT", puts}}, Json{{"BARRIER", few(random)}}});
    }
    if (chance(random, 30)) messages["between_nodes"] = {{"PUT", few(random)}};
    if (chance(random, 30)) messages["by_pair"] = {{"1>0", {{"PUT", few(random)}}}};
    if (chance(random, 30)) messages["by_pair"]["0>1"] = {{"BARRIER", few(random)}, {"PUT", 2}};
    return messages;
}

Json memory(Random& random, const Json& windows) {
    Json parts = Json::array();
    for (auto left = 1 + random.below(2); left > 0; --left) {
        const std::string window = any_key(random, windows);
        Json part{{"ranks", one_of(random, {"0", "1", "all", "rank > 0"})}, {"win", window}};
        part["datatype"] = one_of(random, {"byte", "byte", "int32", "int64"});
        if (chance(random, 40)) part["disp"] = 4 * few(random);
        const std::int64_t value = few(random);
        part["values"] = Json::array({value});
        if (chance(random, 40)) part["values"].push_back(few(random));
        parts.push_back(std::move(part));
    }
    return parts;
}

}  // namespace

void draw_expectations(Random& random, Json& scenario, bool timed) {
    Json expect = Json::object();
    Json counts = messages(random);
    if (!counts.empty()) expect["messages"] = std::move(counts);
    const Json windows = scenario.value("windows", Json::object());
    if (chance(random, 50) && !windows.empty()) expect["memory"] = memory(random, windows);
    if (chance(random, 30) && !windows.empty()) {
        expect["high_water"]["op.global"] = few(random) / 2;
        expect["high_water"]["op.local." + windows.begin().key()] = few(random) / 2;
    }
    if (timed && chance(random, 40)) {
        const char* const bound = one_of(random, {"min", "max"});
        expect["time_ns"][bound] = one_of<std::int64_t>(random, {1, 2000, 9000, 1000000});
    }
    if (timed && chance(random, 20)) {
        for (auto left = 1 + random.below(2); left > 0; --left) {
            Json counter{{"counter", random.below(2)}};
            const char* const what = one_of(random, {"value", "lost"});
            counter[what] = few(random);
            expect["counters"].push_back(std::move(counter));
        }
    }
    if (chance(random, 20)) {
        expect["outcome"] = one_of(random, {"finished", "deadlock", "erroneous", "lost_rank", "lost_packet"});
    }
    scenario["expect"] = std::move(expect);
}

}  // namespace rmasim::corpus
