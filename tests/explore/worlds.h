// Small scenarios for explorations.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/untimed/explore/explorer.h"

#include <set>
#include <string>
#include <vector>

namespace rmasim::explore {

// Returns a scenario of tests/explore/worlds, or a variant of one: "fence-ring", "fence-ring:2".
sim::Scenario world_file(const std::string& name);
// Returns the names of the worlds in a folder of tests/explore/worlds: "" or "ch3". Subfolders are omitted.
std::vector<std::string> world_names(const std::string& folder);
sim::Scenario parsed(const std::string& text);

sim::Exploration explored(const sim::Scenario& scenario, sim::Reduction reduction = sim::Reduction::dynamic,
                          bool calm = false);

// Returns the classes of all orders that a search executes. A class is given by the sequence of steps of each rank.
// Orders of one class differ only in the interleaving of ranks. `runs` receives the number of executed orders.
std::set<std::string> classes_walked(const sim::Scenario& scenario, sim::Reduction reduction, std::uint64_t& runs,
                                     bool calm = false);

}  // namespace rmasim::explore
