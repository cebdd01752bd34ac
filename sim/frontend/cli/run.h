// What the ways of `rmasim run` share: a whole run, in one process or in several, all groups of a scenario one after
// the other, and some of them.
#pragma once

#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/run_outputs.h"
#include "sim/frontend/groups/run_groups.h"
#include "sim/machine/exchange/mpi_exchange.h"
#include "sim/timed/event_order.h"

#include <chrono>

namespace rmasim::sim {

// Raises BadInput.
GroupScenarios scenarios_to_run(const RunOptions& options);
Breakdowns breakdowns_of(const RunOptions& options);
// Expectations hold for all of the scenario with its own settings only: not after --set, --patch, --seed, --group.
bool expectations_hold(const RunOptions& options);
// Prints the result. `moved`: what is not as expected. Returns the exit code.
int report_run(const RunOptions& options, const Scenario& scenario, const RunResult& result,
               const std::vector<Difference>& moved, std::chrono::steady_clock::time_point began);

// A scenario whose ranks may all meet, in this process. `order`: in time, if it is known that it does not end as it
// should.
int run_alone(const RunOptions& options, const Scenario& scenario, RunOutputs& outputs,
              std::chrono::steady_clock::time_point began, EventOrder order = EventOrder::by_node);

// ---- run_processes.cpp
// The same on several processes of this machine, by fork (--jobs). Raises BadInput if that is not possible.
int run_on_processes(const RunOptions& options, const Scenario& scenario, std::chrono::steady_clock::time_point began);

// ---- run_mpi.cpp
// The same on the processes that a launcher of MPI has started, each of which calls it. Raises BadInput.
int run_under_mpi(const RunOptions& options, MpiLibrary library, std::chrono::steady_clock::time_point began);

// ---- run_groups.cpp
// All groups, in this process.
int run_all_groups(const RunOptions& options, const GroupScenarios& scenarios,
                   std::chrono::steady_clock::time_point began);
// Raises BadInput.
void refuse_options_of_one_group(const RunOptions& options, const Scenario& scenario);
// Groups are run one after the other, each in the memory of the one before.
void begin_groups(const GroupScenarios& scenarios);
GroupsResult run_some_groups(const RunOptions& options, const GroupScenarios& scenarios, std::int64_t first,
                             std::int64_t count);
// Of all groups. Prints the result and returns the exit code.
int report_whole(const RunOptions& options, const GroupScenarios& scenarios, GroupsResult all,
                 std::chrono::steady_clock::time_point began);

// ---- run_group_pieces.cpp
// The two halves of a run on many processors (rmasim_analysis.run): this one runs the groups that it is told to ...
int run_pieces(const RunOptions& options);
// ... and this one says which are wanted, and puts them together.
int run_assembly(const RunOptions& options);

}  // namespace rmasim::sim
