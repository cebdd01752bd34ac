// The reader of `groups`: independent copies of a scenario's ranks, windows and programs. Each group has its own
// machine and a number. Programs may use the number. The settings of the machine cannot use it, because the machines of
// all groups are equal.
#include "sim/scenario/model/limits.h"
#include "sim/scenario/read/parse_parts.h"

#include <fmt/core.h>

#include <array>
#include <string_view>

namespace rmasim::sim {

void parse_groups(const JsonValue& value, std::int64_t group, Scenario& scenario) {
    scenario.groups = value.integer(limits::groups);
    scenario.group = group;
    const std::array<VisibleName, 2> names{VisibleName{"group", 0, 0, group},
                                           VisibleName{"groups", 0, 0, scenario.groups}};
    for (const VisibleName& name : names) {
        if (scenario.scope.find(name.name) == nullptr) continue;
        throw BadInput("params." + name.name, "a parameter of this name in a scenario with \"groups\"",
                       "another name, because \"group\" is the number of a group and \"groups\" the number of groups");
    }
    scenario.scope.names.insert(scenario.scope.names.begin(), names.begin(), names.end());
}

void check_groups(const Scenario& scenario) {
    if (scenario.groups == 1) return;
    const auto refuse = [&](std::string_view location, std::string_view found, std::string_view allowed) {
        throw BadInput(std::string(location), fmt::format("{} with {} groups", found, scenario.groups),
                       std::string(allowed));
    };
    if (scenario.platform.network.model == NetworkModel::flow) {
        refuse("platform.network.model", "\"flow\"",
               "\"loggp\", because \"flow\" models links that ranks share, and groups share no links");
    }
    if (scenario.platform.topology == Topology::file) {
        refuse("platform.topology", "\"file\"",
               "another topology, because a platform file describes one machine and each group has its own machine");
    }
    if (!scenario.schedule.empty()) {
        refuse("schedule", "an order of steps", "no schedule, because a schedule has the steps of a single group");
    }
}

}  // namespace rmasim::sim
