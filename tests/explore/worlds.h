// Small scenarios for explorations.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/untimed/explore/explorer.h"

#include <set>
#include <string>

namespace rmasim::explore {

// A scenario of tests/explore/worlds.
sim::Scenario world_file(const std::string& name);
sim::Scenario parsed(const std::string& text);

sim::Exploration explored(const sim::Scenario& scenario, sim::Reduction reduction = sim::Reduction::dynamic);

// The classes of all orders that a walk plays: the steps of each rank, in order. Orders of one class differ only in the
// interleaving of ranks. `runs`: the number of orders played.
std::set<std::string> classes_walked(const sim::Scenario& scenario, sim::Reduction reduction, std::uint64_t& runs);

}  // namespace rmasim::explore
