// Random settings of family newrma, for random programs.
#pragma once

#include "protocol/newrma/config.h"
#include "sim/scenario/expression/random.h"

namespace rmasim::sim {

newrma::Config random_config(Random& random);
// See Family::with_fixed_counts. Pools are never exhausted, no element is freed early, and deferring and piggybacking
// do not depend on the order of arrival. Packet counts are therefore independent of timing.
newrma::Config widened(newrma::Config config, bool ordered);

}  // namespace rmasim::sim
