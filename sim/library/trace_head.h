// What a trace says of its scenario.
#pragma once

#include "sim/input/model/scenario.h"
#include "sim/trace/trace.h"

namespace rmasim::sim {

TraceHead trace_head(const Scenario& scenario);

}  // namespace rmasim::sim
