// What the two ways share to run one scenario on several processes: by fork, and under a launcher of MPI.
#pragma once

#include "sim/frontend/cli/run.h"
#include "sim/frontend/processes/run_shared.h"

#include <chrono>
#include <optional>

namespace rmasim::sim {

// Raises BadInput.
void require_sharable(const RunOptions& options, const Scenario& scenario, int processes);
// The part of this process: as run_shared.
std::optional<SharedRun> take_part(const RunOptions& options, const Scenario& scenario, Exchange& exchange);
// Prints the result, and what the processes did. Returns the exit code.
int report_shared(const RunOptions& options, const Scenario& scenario, const SharedRun& run,
                  std::chrono::steady_clock::time_point began);

}  // namespace rmasim::sim
