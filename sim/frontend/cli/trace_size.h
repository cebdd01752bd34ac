// How large a trace will be, roughly, before the run.
#pragma once

#include "sim/checkers/trace/trace_selection.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// By the calls of the programs: loops whose number of rounds follows from rank and size, also in communicators, and
// from what `let` gives variables count as often. Those whose number follows only from the run count once, and both
// ways of a branch. An interval of time has no influence.
double estimated_trace_bytes(const Scenario& scenario, const TraceSelection& selection);

}  // namespace rmasim::sim
