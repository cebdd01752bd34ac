// Common functions of runs in several processes: by fork (run_processes.cpp) and under an MPI launcher (run_mpi.cpp).
#pragma once

#include "sim/frontend/cli/run/run.h"
#include "sim/frontend/processes/run_shared.h"

#include <chrono>
#include <optional>

namespace rmasim::sim {

// Raises BadInput if the processes cannot share the run.
void require_partitionable(const RunOptions& options, const Scenario& scenario, int processes);
// Simulates this process's partition by run_shared. `outputs` is null in all processes except process 0.
std::optional<SharedRun> take_part(const RunOptions& options, const Scenario& scenario, Exchange& exchange,
                                   RunOutputs* outputs);
// Prints the result and the loads of the processes. If `run` is empty, the shared run has not ended as expected; the
// function then repeats the run in this process to report the reason. Process 0 calls the function after the other
// processes have exited. Returns the exit code.
int report_shared(const RunOptions& options, const Scenario& scenario, RunOutputs& outputs,
                  const std::optional<SharedRun>& run, std::chrono::steady_clock::time_point began);

}  // namespace rmasim::sim
