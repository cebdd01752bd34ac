// Random faults. Often there are two different faults of one kind, to test the state that the second fault finds after
// the first. Other scenarios have two faults of each kind, on the same ranks and at the same times, and agents of every
// kind.
#include "sim/scenario/json/errors.h"
#include "sim/scenario/read/parse.h"
#include "tests/corpus/changes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace rmasim::corpus {

std::vector<sim::Pool> pools_in(const Json& scenario) {
    try {
        return sim::pools_of(sim::parse_scenario(scenario, "."));
    } catch (const sim::BadInput&) {
        return {};
    }
}

namespace {

using Texts = std::initializer_list<const char*>;

Json between(Random& random, Texts ranks) {
    const char* const from = one_of(random, ranks);
    const char* const to = one_of(random, ranks);
    return {{"from", from}, {"to", to}};
}
Json delay(Random& random, Texts ranks) {
    Json delay = between(random, ranks);
    delay["delay_ns"] = one_of<std::int64_t>(random, {0, 450, 9000});
    delay["jitter_ns"] = one_of<std::int64_t>(random, {0, 1, 5000});
    return delay;
}

class RandomFaults {
public:
    // `timed`: also generates faults that need a clock.
    RandomFaults(Random& random, Json& scenario, bool timed) : random_(random), scenario_(scenario), timed_(timed) {
        if (!scenario_["faults"].is_object()) scenario_["faults"] = Json::object();
    }

    void generate() {
        add_some("losses", 35, &RandomFaults::loss);
        add_some("deaths", 25, &RandomFaults::death);
        add_some("shrinks", 20, &RandomFaults::shrink);
        if (!timed_) return;
        add_some("delays", 40, &RandomFaults::late);
        add_some("stragglers", 30, &RandomFaults::straggler);
        add_some("stalls", 30, &RandomFaults::pause);
        add_some("pauses", 30, &RandomFaults::pause);
    }

private:
    std::int64_t number(std::initializer_list<std::int64_t> numbers) { return one_of(random_, numbers); }
    static constexpr Texts ranks{"0", "1", "2", "0-1", "rank % 2 == 0", "rank > 0", "all", "1-3"};
    const char* some_ranks() { return one_of(random_, ranks); }

    void add_some(const char* kind, unsigned percent, Json (RandomFaults::*one)()) {
        if (!chance(random_, percent)) return;
        for (auto left = chance(random_, 40) ? 2 : 1; left > 0; --left) {
            scenario_["faults"][kind].push_back((this->*one)());
        }
    }

    Json when(Json fault) {
        if (timed_ && chance(random_, 50)) fault["at_ns"] = number({0, 1000, 2500, 7000, 30000});
        else fault["at_call"] = number({1, 2, 3, 5, 9});
        return fault;
    }

    Json loss() {
        Json loss = between(random_, ranks);
        if (timed_ && chance(random_, 30)) loss["percent"] = one_of(random_, {2.0, 12.5, 60.0});
        else loss["nth"] = number({1, 1, 2, 3, 5});
        if (chance(random_, 15)) loss["kind"] = one_of(random_, {"PUT", "LOCK", "BARRIER", "SEND", "RMA_DONE_ACK"});
        return loss;
    }

    Json death() { return when({{"ranks", one_of(random_, {"0", "1", "2", "rank > 0"})}}); }

    // Shrinks a global pool, or the pool of one of its windows.
    Json shrink() {
        const char* const which = some_ranks();
        std::string pool = one_of(random_, {"op", "op", "target"});
        const Json& windows = scenario_["windows"];
        if (windows.empty() || chance(random_, 30)) {
            pool += ".global";
        } else {
            pool += ".local." + any_key(random_, windows);
        }
        Json shrink{{"ranks", which}, {"pool", pool}};
        shrink["to"] = number({0, 0, 1, 2});
        return when(std::move(shrink));
    }

    Json late() { return delay(random_, ranks); }

    Json straggler() {
        const char* const which = some_ranks();
        return {{"ranks", which}, {"slowdown", one_of(random_, {1.0, 1.25, 2.0, 3.0, 11.0})}};
    }

    Json pause() {
        Json stop{{"ranks", some_ranks()}};
        stop["at_ns"] = number({0, 1500, 4000});
        stop["for_ns"] = number({1, 700, 6000});
        if (chance(random_, 50)) stop["every_ns"] = number({7000, 9000, 50000});
        return stop;
    }

    Random& random_;
    Json& scenario_;
    bool timed_;
};

// Generates faults with few moments and groups of ranks, so that faults coincide.
class MultipleFaults {
public:
    MultipleFaults(Random& random, const Json& scenario, bool timed)
        : random_(random), timed_(timed), pools_(pools_in(scenario)) {}

    Json generate() {
        for (auto& one : calls_) one = 1 + static_cast<std::int64_t>(random_.below(9));
        for (auto& one : times_) one = one_of<std::int64_t>(random_, {0, 300, 1000, 2500, 4000, 7000});
        for (const std::string kind : {"losses", "deaths", "shrinks", "delays", "stragglers", "stalls", "pauses"}) {
            const bool is_added = chance(random_, kind == "deaths" ? 15 : kind == "shrinks" ? 50 : 35);
            const bool needs_clock = kind != "losses" && kind != "deaths" && kind != "shrinks";
            if (!is_added || (needs_clock && !timed_)) continue;
            for (auto left = 1 + random_.below(3); left > 0; --left) add(kind);
        }
        return std::move(faults_);
    }

private:
    static constexpr Texts ranks{"0", "1", "0-1", "rank % 2 == 0", "rank > 0", "all"};
    const char* some_ranks() { return one_of(random_, ranks); }
    std::int64_t moment() { return element_of(random_, times_); }
    Json when(Json fault) {
        if (timed_ && chance(random_, 50)) fault["at_ns"] = moment();
        else fault["at_call"] = element_of(random_, calls_);
        return fault;
    }

    void add(const std::string& kind) {
        if (kind == "losses") return add_loss();
        if (kind == "deaths") faults_[kind].push_back(when({{"ranks", one_of(random_, {"0", "1", "rank > 0"})}}));
        if (kind == "shrinks") return add_shrink();
        if (kind == "stragglers") {
            faults_[kind].push_back({{"ranks", some_ranks()}, {"slowdown", one_of<std::int64_t>(random_, {2, 3, 11})}});
        }
        if (kind == "delays") faults_[kind].push_back(delay(random_, ranks));
        if (kind != "stalls" && kind != "pauses") return;
        Json stop{{"ranks", some_ranks()}, {"at_ns", moment()}};
        stop["for_ns"] = one_of<std::int64_t>(random_, {1, 700, 6000});
        if (chance(random_, 40)) stop["every_ns"] = one_of<std::int64_t>(random_, {9000, 50000});
        faults_[kind].push_back(std::move(stop));
    }

    void add_loss() {
        Json loss = between(random_, ranks);
        const bool of_kind = chance(random_, 30);
        if (of_kind) loss["kind"] = one_of(random_, {"PUT", "BARRIER", "GET", "SEND"});
        if (chance(random_, 30)) loss["percent"] = one_of(random_, {2.0, 12.5});
        else loss["nth"] = one_of<std::int64_t>(random_, {1, 2, 3, 5, 8});
        faults_["losses"].push_back(std::move(loss));
    }

    void add_shrink() {
        if (pools_.empty()) return;
        const sim::Pool& pool = element_of(random_, pools_);
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

}  // namespace

void generate_faults(Random& random, Json& scenario, bool timed) { RandomFaults(random, scenario, timed).generate(); }

void generate_multiple_faults(Random& random, Json& scenario, const sim::Family& family, bool timed) {
    if (scenario["ranks"].is_string()) scenario["ranks"] = scenario["params"]["processes"];
    scenario.erase("params");
    const bool agent = chance(random, 50);
    if (agent) {
        scenario["progress"] = "agent";
        const bool process = family.traits.agent_may_be_process && chance(random, 30);
        scenario["agent"] = {{"kind", process ? "process" : one_of(random, {"thread", "signal", "signal"})}};
        scenario["agent"]["interval_ns"] = one_of<std::int64_t>(random, {0, 0, 700, 5000});
        scenario["agent"]["wake_ns"] = one_of<std::int64_t>(random, {0, 60, 350});
    }
    generate_multiple_expectations(random, scenario, family);
    if (chance(random, 60)) scenario["faults"] = MultipleFaults(random, scenario, timed).generate();
}

}  // namespace rmasim::corpus
