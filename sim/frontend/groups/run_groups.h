// Runs of independent groups of ranks, one after another, in the memory of one group. Other processes may also run some
// of the groups: the combined result is the same.
#pragma once

#include "sim/frontend/groups/group_scenarios.h"
#include "sim/frontend/groups/groups_result.h"
#include "sim/timed/breakdown.h"

#include <vector>

namespace rmasim::sim {

// Options of a run.
struct HowToRun {
    bool check = false;  // check every invariant
    Breakdowns by{};
    bool as_expected = false;  // compare with the scenario's expectations
};

// Runs `count` groups from `first` on. Raises the errors of Simulation; a BadInput names the group.
GroupsResult run_groups(const GroupScenarios& scenarios, std::int64_t first, std::int64_t count, const HowToRun& how);

// The result of a whole run, and its differences from the expectations.
struct CompleteRun {
    RunResult result;
    std::vector<Difference> moved;
};

// The result of all groups. If a group has an error to report, it is run again for the texts of the report.
CompleteRun whole_run(const GroupScenarios& scenarios, GroupsResult all, const HowToRun& how);

}  // namespace rmasim::sim
