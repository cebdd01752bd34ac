// Collects the result of a run from the final state of its ranks.
#pragma once

#include "sim/timed/outcome.h"
#include "sim/timed/run_parts.h"

#include <vector>

namespace rmasim::sim {

// Sets the fields for the scenario and for the shared memory of nodes.
void collect_scenario(const RunParts& run, RunResult& result);
// Sets the fields for ranks that wait forever, and for the reason.
void collect_waits(const RunParts& run, RunResult& result);
// Sets the fields for the queues, counters, pools, tables and memory of the ranks' processes. The programs of a
// scenario have all windows from the start; running programs have other windows (DynamicWindowStats).
void collect_ranks(const RunParts& run, RunResult& result);
// Adds the calls that never returned to the trace.
void trace_unfinished(const RunParts& run, const std::vector<StuckCall>& calls);

}  // namespace rmasim::sim
