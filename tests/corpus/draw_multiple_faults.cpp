// Two of each fault, with ranks and moments in common, agents of every kind, and expectations of all sorts: what the
// second one of a list does beside the first.
#include "sim/scenario/json/errors.h"
#include "sim/scenario/read/parse.h"
#include "tests/corpus/changes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace rmasim::corpus {

namespace {

std::vector<sim::Pool> pools_in(const Json& scenario) {
    try {
        return sim::pools_of(sim::parse_scenario(scenario, "."));
    } catch (const sim::BadInput&) {
        return {};
    }
}

class Faults {
public:
    Faults(Random& random, const Json& scenario, bool timed)
        : random_(random), timed_(timed), pools_(pools_in(scenario)) {}

    Json draw() {
        // Few moments and groups of ranks for all faults, so that they meet.
        for (auto& one : calls_) one = 1 + static_cast<std::int64_t>(random_.below(9));
        for (auto& one : times_) one = one_of<std::int64_t>(random_, {0, 300, 1000, 2500, 4000, 7000});
        for (const std::string kind : {"losses", "deaths", "shrinks", "delays", "stragglers", "stalls", "pauses"}) {
            const bool drawn = chance(random_, kind == "deaths" ? 15 : kind == "shrinks" ? 50 : 35);
            const bool needs_clock = kind != "losses" && kind != "deaths" && kind != "shrinks";
            if (!drawn || (needs_clock && !timed_)) continue;
            for (auto left = 1 + random_.below(3); left > 0; --left) add(kind);
        }
        return std::move(faults_);
    }

private:
    const char* some_ranks() { return one_of(random_, {"0", "1", "0-1", "rank % 2 == 0", "rank > 0", "all"}); }
    std::int64_t moment() { return times_[random_.below(2)]; }
    Json when(Json fault) {
        if (timed_ && chance(random_, 50)) fault["at_ns"] = moment();
        else fault["at_call"] = calls_[random_.below(2)];
        return fault;
    }
    Json between() {
        const char* const from = some_ranks();
        const char* const to = some_ranks();
        return {{"from", from}, {"to", to}};
    }

    void add(const std::string& kind) {
        if (kind == "losses") return add_loss();
        if (kind == "deaths") faults_[kind].push_back(when({{"ranks", one_of(random_, {"0", "1", "rank > 0"})}}));
        if (kind == "shrinks") return add_shrink();
        if (kind == "stragglers") {
            faults_[kind].push_back({{"ranks", some_ranks()}, {"slowdown", one_of<std::int64_t>(random_, {2, 3, 11})}});
        }
        if (kind == "delays") {
            Json delay = between();
            delay["delay_ns"] = one_of<std::int64_t>(random_, {0, 450, 9000});
            delay["jitter_ns"] = one_of<std::int64_t>(random_, {0, 1, 5000});
            faults_[kind].push_back(std::move(delay));
        }
        if (kind != "stalls" && kind != "pauses") return;
        Json stop{{"ranks", some_ranks()}, {"at_ns", moment()}};
        stop["for_ns"] = one_of<std::int64_t>(random_, {1, 700, 6000});
        if (chance(random_, 40)) stop["every_ns"] = one_of<std::int64_t>(random_, {9000, 50000});
        faults_[kind].push_back(std::move(stop));
    }

    void add_loss() {
        Json loss = between();
        const bool of_kind = chance(random_, 30);
        if (of_kind) loss["kind"] = one_of(random_, {"PUT", "BARRIER", "GET", "SEND"});
        if (chance(random_, 30)) loss["percent"] = one_of(random_, {2.0, 12.5});
        else loss["nth"] = one_of<std::int64_t>(random_, {1, 2, 3, 5, 8});
        faults_["losses"].push_back(std::move(loss));
    }

    void add_shrink() {
        if (pools_.empty()) return;
        const sim::Pool& pool = pools_[random_.below(pools_.size())];
        Json shrink{{"ranks", some_ranks()}, {"pool", pool.name}};
        shrink["to"] = random_.below(std::min<std::uint64_t>(pool.size, 3) + 1);
        faults_["shrinks"].push_back(when(std::move(shrink)));
    }

    Random& random_;
    bool timed_;
    std::vector<sim::Pool> pools_;
    std::int64_t calls_[2] = {}, times_[2] = {};
    Json faults_ = Json::object();
};

class Expected {
public:
    Expected(Random& random, const Json& scenario, const sim::Family& family)
        : random_(random), scenario_(scenario), family_(family), ranks_(scenario["ranks"]) {}

    Json draw() {
        if (chance(random_, 70)) draw_messages();
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
    void draw_messages() {
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

void draw_multiple_faults(Random& random, Json& scenario, const sim::Family& family, bool timed) {
    if (scenario["ranks"].is_string()) scenario["ranks"] = scenario["params"]["processes"];
    scenario.erase("params");
    const bool agent = chance(random, 50);
    if (agent) {
        scenario["progress"] = "agent";
        const bool process = family.agent_may_be_process() && chance(random, 30);
        scenario["agent"] = {{"kind", process ? "process" : one_of(random, {"thread", "signal", "signal"})}};
        scenario["agent"]["interval_ns"] = one_of<std::int64_t>(random, {0, 0, 700, 5000});
        scenario["agent"]["wake_ns"] = one_of<std::int64_t>(random, {0, 60, 350});
    }
    scenario["expect"] = Expected(random, scenario, family).draw();
    if (chance(random, 60)) scenario["faults"] = Faults(random, scenario, timed).draw();
}

}  // namespace rmasim::corpus
