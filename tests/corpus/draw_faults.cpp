// Faults, often two of a kind that differ: what the second finds of the first.
#include "tests/corpus/changes.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <string>

namespace rmasim::corpus {

namespace {

class DrawnFaults {
public:
    // `timed`: also those that need a clock.
    DrawnFaults(Random& random, Json& scenario, bool timed) : random_(random), scenario_(scenario), timed_(timed) {
        if (!scenario_["faults"].is_object()) scenario_["faults"] = Json::object();
    }

    void draw() {
        add_some("losses", 35, &DrawnFaults::loss);
        add_some("deaths", 25, &DrawnFaults::death);
        add_some("shrinks", 20, &DrawnFaults::shrink);
        if (!timed_) return;
        add_some("delays", 40, &DrawnFaults::delay);
        add_some("stragglers", 30, &DrawnFaults::straggler);
        add_some("stalls", 30, &DrawnFaults::standstill);
        add_some("pauses", 30, &DrawnFaults::standstill);
    }

private:
    std::int64_t number(std::initializer_list<std::int64_t> numbers) { return one_of(random_, numbers); }
    std::string some_ranks() {
        return one_of(random_, {"0", "1", "2", "0-1", "rank % 2 == 0", "rank > 0", "all", "1-3"});
    }

    void add_some(const char* kind, unsigned percent, Json (DrawnFaults::*one)()) {
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
        const std::string from = some_ranks();
        const std::string to = some_ranks();
        Json loss{{"from", from}, {"to", to}};
        if (timed_ && chance(random_, 30)) loss["percent"] = one_of(random_, {2.0, 12.5, 60.0});
        else loss["nth"] = number({1, 1, 2, 3, 5});
        if (chance(random_, 15)) loss["kind"] = one_of(random_, {"PUT", "LOCK", "BARRIER", "SEND", "RMA_DONE_ACK"});
        return loss;
    }

    Json death() { return when({{"ranks", one_of(random_, {"0", "1", "2", "rank > 0"})}}); }

    // Of the global pools, or that of one of its windows.
    Json shrink() {
        const std::string ranks = some_ranks();
        std::string pool = one_of(random_, {"op", "op", "target"});
        const Json& windows = scenario_["windows"];
        if (windows.empty() || chance(random_, 30)) {
            pool += ".global";
        } else {
            pool += ".local." + any_key(random_, windows);
        }
        Json shrink{{"ranks", ranks}, {"pool", pool}};
        shrink["to"] = number({0, 0, 1, 2});
        return when(std::move(shrink));
    }

    Json delay() {
        const std::string from = some_ranks();
        const std::string to = some_ranks();
        Json delay{{"from", from}, {"to", to}};
        delay["delay_ns"] = number({0, 450, 9000});
        delay["jitter_ns"] = number({0, 1, 5000});
        return delay;
    }

    Json straggler() {
        const std::string ranks = some_ranks();
        return {{"ranks", ranks}, {"slowdown", one_of(random_, {1.0, 1.25, 2.0, 3.0, 11.0})}};
    }

    Json standstill() {
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

}  // namespace

void draw_faults(Random& random, Json& scenario, bool timed) { DrawnFaults(random, scenario, timed).draw(); }

}  // namespace rmasim::corpus
