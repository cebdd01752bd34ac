// The `world` line: `world family=newrma ranks=4 op_pool=2/0 piggyback=off`. Knobs have the names and defaults of
// config.h.
#pragma once

#include "tests/sequences/harness/arguments.h"
#include "tests/sequences/harness/test_world.h"

namespace rmasim::seq {

// Takes every setting it knows; raises BadSequence for a value that makes no sense.
WorldSettings world_settings_in(Arguments& arguments);

}  // namespace rmasim::seq
