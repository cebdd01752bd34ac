#include "sim/frontend/groups/group_scenarios.h"

#include "sim/frontend/groups/in_group.h"
#include "sim/scenario/expression/random.h"
#include "sim/scenario/read/parse.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::uint64_t groups_stream = std::uint64_t{1} << 60;  // a random stream that ranks and networks do not use

Scenario read(const Json& document, const std::string& folder, const GroupScenarios::Choose& choose,
              std::int64_t group) {
    Scenario scenario = parse_scenario(document, folder, group);
    if (choose) choose(scenario);
    scenario.seed = seed_of_group(scenario.seed, group);
    return scenario;
}

}  // namespace

std::uint64_t seed_of_group(std::uint64_t seed, std::int64_t group) {
    if (group == 0) return seed;
    // Shifted because seeds have 63 bits.
    return Random(seed, groups_stream + static_cast<std::uint64_t>(group)).next() >> 1;
}

GroupScenarios::GroupScenarios(Json document, std::string folder, Choose choose)
    : document_(std::make_shared<const Json>(std::move(document))), folder_(std::move(folder)),
      choose_(std::move(choose)), first_(read(*document_, folder_, choose_, 0)) {}

Scenario GroupScenarios::of(std::int64_t group) const {
    return in_group(group, [&] { return read(*document_, folder_, choose_, group); });
}

}  // namespace rmasim::sim
