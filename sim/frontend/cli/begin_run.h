// The preparation of the process's memory, before a run creates its first rank.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <string>

namespace rmasim::sim {

// Limits the memory of the process to what the system can give, and selects huge pages for the heap if they are
// worthwhile for `scenario`. `what` describes the run in the message for exhausted memory. Call it once, also before
// several successive runs. `process_count_on_host`: the number of processes on this machine that share the run.
void begin_run(const std::string& what, const Scenario& scenario, int process_count_on_host = 1);

}  // namespace rmasim::sim
