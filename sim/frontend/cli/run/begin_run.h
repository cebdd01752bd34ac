// The preparation of the process's memory. It precedes the creation of a run's first rank.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <string>

namespace rmasim::sim {

// Limits the memory of the process to the memory that the system has, and selects huge pages for the heap if they make
// a run of `scenario` faster. `what` describes the run in the message for exhausted memory. Call the function once,
// even before several successive runs. `process_count_on_host` is the number of processes on this machine that share
// the run.
void begin_run(const std::string& what, const Scenario& scenario, int process_count_on_host = 1);

}  // namespace rmasim::sim
