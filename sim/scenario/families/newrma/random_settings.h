// Settings of New RMA for random programs.
#pragma once

#include "protocol/newrma/config.h"
#include "sim/scenario/expression/random.h"

namespace rmasim::sim {

newrma::Config random_config(Random& random);
// Message counts do not depend on timing: pools are never exhausted, no element is freed early, and deferring and
// piggybacking do not depend on which packet arrives first.
newrma::Config widened(newrma::Config config, bool ordered);

}  // namespace rmasim::sim
