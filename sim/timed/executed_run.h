// Runs a scenario with a clock to its end, in the fastest event order.
#pragma once

#include "sim/timed/outcome.h"
#include "sim/timed/timed_run.h"
#include "sim/timed/timed_run_options.h"

#include <memory>

namespace rmasim::sim {

struct ExecutedRun {
    std::unique_ptr<TimedRun> run;  // after its end: the final state of ranks and memory
    RunResult result;
};

// Executes the run node by node if possible, otherwise in the order of time. If the run node by node ends with an error
// or a deadlock, it is repeated in the order of time. The result is the same in both orders. Raises the errors of
// TimedRun.
ExecutedRun execute(const Scenario& scenario, const TimedRunOptions& options = {});
// Executes the run in the order of time.
ExecutedRun execute_in_time(const Scenario& scenario, const TimedRunOptions& options = {});

}  // namespace rmasim::sim
