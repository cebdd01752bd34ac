// Random expectations, mostly wrong, and often two of one kind, or expectations of all kinds.
#include "tests/corpus/changes.h"

#include <fmt/format.h>
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

class Expected {
public:
    Expected(Random& random, const Json& scenario, const sim::Family& family)
        : random_(random), scenario_(scenario), family_(family), ranks_(scenario["ranks"]) {}

    Json generate() {
        if (chance(random_, 70)) generate_messages();
        for (const sim::Pool& pool : pools_in(scenario_)) {
            if (chance(random_, 50)) expect_["high_water"][pool.name] = random_.below(4);
        }
        if (chance(random_, 40)) expect_["time_ns"]["min"] = one_of<std::int64_t>(random_, {0, 5000, 40000});
        if (chance(random_, 40)) expect_["time_ns"]["max"] = one_of<std::int64_t>(random_, {40000, 90000});
        for (auto left = random_.below(3); left > 0; --left) add_memory();
        for (auto left = random_.below(4); left > 0 && family_.counts_signals(); --left) add_counter();
        if (chance(random_, 20)) expect_["outcome"] = one_of(random_, {"finished", "deadlock", "lost_rank"});
        return std::move(expect_);
    }

private:
    std::uint64_t few() { return random_.below(7); }
    Json kinds() {
        Json some = Json::object();
        for (auto left = random_.below(3); left > 0; --left) {
            const char* const kind = one_of(random_, {"PUT", "BARRIER", "GET", "GET_RESP", "SEND"});
            some[kind] = few();
        }
        return some;
    }
    void generate_messages() {
        Json messages = Json::object();
        if (chance(random_, 30)) messages["total"] = 10 * few();
        if (chance(random_, 30)) messages["bytes"] = 100 * few();
        if (chance(random_, 30)) {
            messages["by_kind"] = Json::array();
            for (auto left = 1 + random_.below(3); left > 0; --left) messages["by_kind"].push_back(kinds());
        }
        if (chance(random_, 40)) messages["between_nodes"] = kinds();
        for (auto left = random_.below(4); left > 0; --left) {
            const std::uint64_t from = random_.below(ranks_);
            const std::uint64_t to = random_.below(ranks_);
            messages["by_pair"][fmt::format("{}>{}", from, to)] = kinds();
        }
        expect_["messages"] = std::move(messages);
    }
    std::string some_window() { return any_key(random_, scenario_["windows"]); }
    void add_memory() {
        Json part{{"ranks", one_of(random_, {"0", "1", "all", "rank > 0"})}, {"win", some_window()}};
        part["datatype"] = one_of(random_, {"byte", "int32", "int64"});
        part["disp"] = 4 * random_.below(6);
        part["values"] = Json::array();
        for (auto left = 1 + random_.below(3); left > 0; --left) {
            part["values"].push_back(one_of(random_, {"0", "rank", "size - rank", "7"}));
        }
        expect_["memory"].push_back(std::move(part));
    }
    void add_counter() {
        Json one{{"ranks", one_of(random_, {"0", "1", "all", "rank > 0"})}, {"win", some_window()}};
        one["counter"] = random_.below(3);
        if (chance(random_, 70)) one["value"] = random_.below(2);
        if (chance(random_, 70)) one["lost"] = random_.below(2);
        expect_["counters"].push_back(std::move(one));
    }

    Random& random_;
    const Json& scenario_;
    const sim::Family& family_;
    std::uint64_t ranks_;
    Json expect_ = Json::object();
};

}  // namespace

void generate_expectations(Random& random, Json& scenario, bool timed) {
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

void generate_multiple_expectations(Random& random, Json& scenario, const sim::Family& family) {
    scenario["expect"] = Expected(random, scenario, family).generate();
}

}  // namespace rmasim::corpus
