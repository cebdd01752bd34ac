// The `world` line as a scenario without programs: `world family=newrma ranks=4 op_pool=2/0 piggyback=off`. Settings
// have the names and defaults of the family's config.h.
#pragma once

#include "sim/input/model/scenario.h"
#include "tests/sequences/harness/arguments.h"

namespace rmasim::seq {

// Takes every setting that it knows; raises BadSequence for an invalid value.
sim::Scenario scenario_in(Arguments& arguments);

}  // namespace rmasim::seq
