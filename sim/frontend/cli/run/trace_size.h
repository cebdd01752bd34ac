// An estimate of a trace's size. It is made before the run.
#pragma once

#include "sim/checkers/trace/trace_selection.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// The estimated size in bytes. It depends on the calls of the programs. The calls of a loop are multiplied by the
// number of rounds if this number can be computed from rank and size (also in communicators) and from variables that
// `let` sets. Otherwise the calls count once. Both branches of a condition count. The estimate ignores a limit to an
// interval of time.
double estimated_trace_bytes(const Scenario& scenario, const TraceSelection& selection);

}  // namespace rmasim::sim
