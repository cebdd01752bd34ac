// The text output of `run --breakdown`.
#pragma once

#include "sim/timed/counts/breakdown.h"
#include "sim/timed/outcome.h"

#include <string>

namespace rmasim::sim {

// The tables by rank and by pair, if they are `wanted`. Each table has at most 64 rows. The text is empty if no table
// is wanted.
std::string breakdown_text(const RunResult& result, Breakdowns wanted);

}  // namespace rmasim::sim
