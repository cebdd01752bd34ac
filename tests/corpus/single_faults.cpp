// Generates every single loss and death of a run: each wait waits in vain in one of them.
#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/run/scheduler.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/corpus/changes.h"

#include <nlohmann/json.hpp>

#include <map>
#include <utility>

namespace rmasim::corpus {

using namespace rmasim::sim;

namespace {

class Counts final : public Watcher {
public:
    std::map<std::pair<Rank, Rank>, int> packets;  // by source and target
    std::map<Rank, int> calls;

    void packet_sent(const Packet& packet) override { ++packets[{packet.source, packet.target}]; }
    void call_began(const Thread& thread, const CallRequest&) override { ++calls[thread.rank]; }
};

Counts counts_of(const Json& json, const std::string& folder, std::uint64_t seed) {
    constexpr std::size_t max_steps = 2000;
    const Scenario scenario = parse_scenario(json, folder);
    Counts counts;
    UntimedWorld world(scenario, &counts);
    world.reset();
    fuzz::Scheduler scheduler(seed, world.count());
    fuzz::run_by(scheduler, world, max_steps);
    return counts;
}

// Selects from all parts of a long list.
std::vector<Json> some_of(std::vector<Json> all) {
    constexpr std::size_t max = 12;
    std::vector<Json> some;
    const std::size_t step = (all.size() + max - 1) / max;
    for (std::size_t i = 0; i < all.size(); i += step) some.push_back(std::move(all[i]));
    return some;
}

}  // namespace

std::vector<Json> single_losses(const Json& scenario, const std::string& folder, std::uint64_t seed) {
    std::vector<Json> faults;
    for (const auto& [pair, packets] : counts_of(scenario, folder, seed).packets) {
        for (int nth = 1; nth <= packets; ++nth) {
            const Json loss{{"from", std::to_string(pair.first)}, {"to", std::to_string(pair.second)}, {"nth", nth}};
            faults.push_back({{"losses", Json::array({loss})}});
        }
    }
    return some_of(std::move(faults));
}

std::vector<Json> single_deaths(const Json& scenario, const std::string& folder, std::uint64_t seed) {
    std::vector<Json> faults;
    for (const auto& [rank, calls] : counts_of(scenario, folder, seed).calls) {
        for (int call = 1; call <= calls; ++call) {
            const Json death{{"ranks", std::to_string(rank)}, {"at_call", call}};
            faults.push_back({{"deaths", Json::array({death})}});
        }
    }
    return some_of(std::move(faults));
}

}  // namespace rmasim::corpus
