// The forms of `rmasim run`, and their common functions. A scenario without groups runs in one process or in several.
// The groups of a scenario run one after another in one process, or in shards in several processes.
#pragma once

#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/run/run_outputs.h"
#include "sim/frontend/groups/run_groups.h"
#include "sim/machine/exchange/mpi_exchange.h"
#include "sim/timed/event_order.h"

#include <chrono>

namespace rmasim::sim {

// Loads the scenario and applies the changes that the options `--set` and `--patch` request. Raises BadInput.
GroupScenarios scenarios_to_run(const RunOptions& options);
// Does the same with a document that is loaded already.
GroupScenarios scenarios_to_run(const RunOptions& options, Document document);
Breakdowns breakdowns_of(const RunOptions& options);
// True if the scenario's expectations apply to the run. Expectations are for the whole scenario with its own settings,
// so they do not apply after --set, --patch, --seed or --group.
bool expectations_hold(const RunOptions& options);
// Prints the result and returns the exit code. `moved` has the differences from the expectations.
int report_run(const RunOptions& options, const Scenario& scenario, const RunResult& result,
               const std::vector<Difference>& moved, std::chrono::steady_clock::time_point began);

// Returns the number of packets that the scenario expects, as an estimate of the number of packets of the run. Returns
// 0 if the scenario expects no exact number.
std::uint64_t expected_packets(const RunOptions& options, const Scenario& scenario);
// Prints the figures of an interrupted run, and ends the process by the signal. The outputs, such as a trace, are not
// kept. Returns the exit code if this process did not get the signal.
int report_interrupted(const RunOptions& options, const Scenario& scenario, const RunResult& result,
                       Rank ranks_finished, std::chrono::steady_clock::time_point began);

// Runs a scenario without groups, or one group, in this process. Returns the exit code. If an earlier attempt has shown
// that the run does not end as expected, `order` must be by time.
int run_alone(const RunOptions& options, const Scenario& scenario, RunOutputs& outputs,
              std::chrono::steady_clock::time_point began, EventOrder order = EventOrder::by_node);

// ---- run_processes.cpp
// Runs a scenario without groups in several processes on this machine, by fork (--jobs). Returns the exit code. Raises
// BadInput if processes cannot share the run.
int run_on_processes(const RunOptions& options, const Scenario& scenario, std::chrono::steady_clock::time_point began);

// ---- run_mpi.cpp
// Runs a scenario without groups in the processes that an MPI launcher has started. Each of these processes must call
// the function. Returns the exit code. Raises BadInput.
int run_under_mpi(const RunOptions& options, MpiLibrary library, std::chrono::steady_clock::time_point began);

// ---- run_groups.cpp
// Runs all groups in this process. Returns the exit code.
int run_all_groups(const RunOptions& options, const GroupScenarios& scenarios,
                   std::chrono::steady_clock::time_point began);
// Raises BadInput for options that need a single group, such as --trace.
void refuse_options_of_one_group(const RunOptions& options, const Scenario& scenario);
// Prepares the memory of the process (begin_run.h) for one group. This suffices because groups run one after another.
void begin_groups(const GroupScenarios& scenarios);
GroupsResult run_some_groups(const RunOptions& options, const GroupScenarios& scenarios, std::int64_t first,
                             std::int64_t count);
// Prints the result of all groups. Returns the exit code.
int report_whole(const RunOptions& options, const GroupScenarios& scenarios, GroupsResult all,
                 std::chrono::steady_clock::time_point began);

// ---- run_group_shards.cpp
// Runs the groups that standard input requests, and prints their results. The process that calls run_assembly sends the
// requests (rmasim_analysis.run).
int run_shards(const RunOptions& options);
// Prints requests for groups, reads the results from standard input, and assembles them. Other processes call
// run_shards to run the groups.
int run_assembly(const RunOptions& options);

}  // namespace rmasim::sim
