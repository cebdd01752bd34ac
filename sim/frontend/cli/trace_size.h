// An estimate of a trace's size before the run.
#pragma once

#include "sim/checkers/trace/trace_selection.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// The estimated size in bytes, from the calls of the programs. A loop counts with its number of rounds if this follows
// from rank and size, also in communicators, and from variables that `let` sets. Otherwise it counts once. Both
// branches of a condition count. The estimate ignores an interval of time.
double estimated_trace_bytes(const Scenario& scenario, const TraceSelection& selection);

}  // namespace rmasim::sim
