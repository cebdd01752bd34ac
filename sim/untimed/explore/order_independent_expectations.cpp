#include "sim/untimed/explore/order_independent_expectations.h"

#include "sim/checkers/expectations/expectations.h"
#include "sim/scenario/families/family.h"

#include <fmt/core.h>
#include <xxhash.h>

namespace rmasim::sim {

OrderIndependentExpectations::OrderIndependentExpectations(const Scenario& scenario, bool calm) : scenario_(scenario) {
    Expectations& expect = scenario_.expect;
    const bool to_finish = expect.outcome.value_or("finished") == "finished";
    expect.by_pair.reset();
    expect.between_nodes.reset();
    expect.counters.clear();
    expect.high_water_at_most.clear();
    expect.time_ns_min.reset();
    expect.time_ns_max.reset();
    if (calm) {
        expect.messages_total.reset();
        expect.messages_bytes.reset();
        expect.by_kind.reset();
        expect.by_kind_alternatives.clear();
    }
    any_ = to_finish && expect.any();
}

const std::vector<std::string>& OrderIndependentExpectations::differences_of(std::uint64_t end,
                                                                             const UntimedRanks& world,
                                                                             const Counts& counts) {
    if (!any_) return none_;
    const auto kinds = counts.kinds();
    const std::uint64_t key = XXH3_64bits_withSeed(kinds.data(), kinds.size() * sizeof kinds[0], end);
    const auto [at, is_new] = known_.try_emplace(key);
    if (is_new) at->second = compare(world, counts);
    return at->second;
}

std::vector<std::string> OrderIndependentExpectations::compare(const UntimedRanks& world, const Counts& counts) const {
    const Measured measured{.messages = counts.total(),
                            .message_bytes = counts.wire_bytes(),
                            .by_kind = counts.by_kind(packets_of(scenario_))};
    std::vector<std::string> lines;
    for (const Difference& one : differences(scenario_, measured, world.memory(),
                                             [&world](Rank rank) -> const Process& { return world.process(rank); })) {
        lines.push_back(fmt::format("{}: expected {}, got {}", one.what, one.expected, one.got));
    }
    return lines;
}

}  // namespace rmasim::sim
