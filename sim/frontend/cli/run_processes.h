// What the two ways share to run one scenario on several processes: by fork, and under a launcher of MPI.
#pragma once

#include "sim/frontend/cli/run.h"
#include "sim/frontend/processes/run_shared.h"

#include <chrono>
#include <optional>

namespace rmasim::sim {

// Raises BadInput.
void require_sharable(const RunOptions& options, const Scenario& scenario, int processes);
// The part of this process: as run_shared. `outputs`: null in all processes but process 0.
std::optional<SharedRun> take_part(const RunOptions& options, const Scenario& scenario, Exchange& exchange,
                                   RunOutputs* outputs);
// By process 0, when the others have ended: prints the result, and what the processes did, or plays the run alone if
// there is none. Returns the exit code.
int report_shared(const RunOptions& options, const Scenario& scenario, RunOutputs& outputs,
                  const std::optional<SharedRun>& run, std::chrono::steady_clock::time_point began);

}  // namespace rmasim::sim
