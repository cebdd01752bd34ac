// The text output of `run --breakdown`.
#pragma once

#include "sim/timed/breakdown.h"
#include "sim/timed/outcome.h"

#include <string>

namespace rmasim::sim {

// The tables by rank and by pair that are `wanted`. Each shows at most 64 rows. Empty if no table is wanted.
std::string breakdown_text(const RunResult& result, Breakdowns wanted);

}  // namespace rmasim::sim
