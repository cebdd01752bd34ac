// Random settings of family newrma, for random programs.
#pragma once

#include "protocol/newrma/config.h"
#include "sim/scenario/expression/random.h"

namespace rmasim::sim {

newrma::Config random_config(Random& random);
// A copy of `config` with which packet counts do not depend on timing. Pools are never exhausted, all elements remain
// until their epoch closes, and deferring and piggybacking do not depend on the order of arrival. `ordered` is true if
// packets of a pair keep their order. Implements Family::with_fixed_counts.
newrma::Config widened(newrma::Config config, bool ordered);

}  // namespace rmasim::sim
