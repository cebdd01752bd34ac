// The head of a trace. It has information on the scenario.
#pragma once

#include "sim/checkers/trace/trace_writer.h"

namespace rmasim::sim {

TraceHead trace_head(const Scenario& scenario);

}  // namespace rmasim::sim
