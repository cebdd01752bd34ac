// Settings of New RMA for random programs.
#pragma once

#include "protocol/newrma/config.h"
#include "sim/input/expression/random.h"

namespace rmasim::sim {

newrma::Config draw_config(Random& random);
// Nothing runs out, nothing is deferred too long, no element is freed early, nothing is piggybacked by luck.
newrma::Config widened(newrma::Config config, bool ordered);

}  // namespace rmasim::sim
