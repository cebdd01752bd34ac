// Runs of independent groups of ranks. They run one after another, in the memory of one group. If other processes run
// some of the groups, the combined result is the same.
#pragma once

#include "sim/frontend/groups/group_scenarios.h"
#include "sim/frontend/groups/groups_result.h"
#include "sim/timed/counts/breakdown.h"

#include <functional>
#include <vector>

namespace rmasim::sim {

class TimedRun;

// Options of a run.
struct HowToRun {
    bool check = false;  // True if the run checks every invariant.
    Breakdowns by{};
    bool as_expected = false;  // True if the results are compared with the scenario's expectations.
    // Called regularly in each group's run, unless empty. May throw RunInterrupted, which ends the run of all groups.
    std::function<void(const TimedRun&)> look{};
};

// Runs `count` groups, the first of which is number `first`. Raises the errors of TimedRun. A BadInput names the group.
// After an interrupt, the result has the groups so far, with the part of the last one that was run.
GroupsResult run_groups(const GroupScenarios& scenarios, std::int64_t first, std::int64_t count, const HowToRun& how);

// The result of a whole run, and its differences from the expectations.
struct CompleteRun {
    RunResult result;
    std::vector<Difference> moved;
};

// The result of all groups. If the result of a group has an error to report, the function runs this group again for the
// texts of the report. After an interrupt, the result has the outcome `interrupted`.
CompleteRun whole_run(const GroupScenarios& scenarios, GroupsResult all, const HowToRun& how);

}  // namespace rmasim::sim
