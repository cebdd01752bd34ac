// Small scenarios for explorations.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/untimed/explore/explorer.h"

#include <set>
#include <string>
#include <vector>

namespace rmasim::explore {

// A scenario of tests/explore/worlds, or a variant of one: "fence-ring", "fence-ring:2".
sim::Scenario world_file(const std::string& name);
// Those in a folder of it, "" or "ch3", without those further below.
std::vector<std::string> world_names(const std::string& folder);
sim::Scenario parsed(const std::string& text);

sim::Exploration explored(const sim::Scenario& scenario, sim::Reduction reduction = sim::Reduction::dynamic);

// The classes of all orders that a walk plays: the steps of each rank, in order. Orders of one class differ only in the
// interleaving of ranks. `runs`: the number of orders played.
std::set<std::string> classes_walked(const sim::Scenario& scenario, sim::Reduction reduction, std::uint64_t& runs);

}  // namespace rmasim::explore
