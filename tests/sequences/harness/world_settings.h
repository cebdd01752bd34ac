// The `world` line as a scenario without programs: `world family=newrma ranks=4 op_pool=2/0 piggyback=off`. Knobs have
// the names and defaults of the family's config.h.
#pragma once

#include "sim/input/model/scenario.h"
#include "tests/sequences/harness/arguments.h"

namespace rmasim::seq {

// Takes every setting it knows; raises BadSequence for a value that makes no sense.
sim::Scenario scenario_in(Arguments& arguments);

}  // namespace rmasim::seq
