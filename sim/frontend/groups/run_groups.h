// Runs groups of ranks that never meet, one after the other: so a run needs the memory of one group. Since they never
// meet it does not matter where and when each is run, and pieces of a run that other processes made are as good.
#pragma once

#include "sim/frontend/groups/group_scenarios.h"
#include "sim/frontend/groups/groups_result.h"
#include "sim/timed/breakdown.h"

#include <vector>

namespace rmasim::sim {

struct HowToRun {
    bool check = false;  // every invariant
    Breakdowns by{};
    bool as_expected = false;  // compare with the scenario's expectations
};

// Raises BadInput as Simulation does; it names the group.
GroupsResult run_groups(const GroupScenarios& scenarios, std::int64_t first, std::int64_t count, const HowToRun& how);

struct CompleteRun {
    RunResult result;
    std::vector<Difference> moved;
};

// The result of all groups. If one of them has something to report, that one is run again for its words.
CompleteRun whole_run(const GroupScenarios& scenarios, GroupsResult all, const HowToRun& how);

}  // namespace rmasim::sim
