// What a trace says of its scenario.
#pragma once

#include "sim/run/simulation.h"

namespace rmasim::sim {

TraceHead trace_head(const Scenario& scenario);

}  // namespace rmasim::sim
