// What `run --breakdown` counts, as text for people.
#pragma once

#include "sim/timed/breakdown.h"
#include "sim/timed/outcome.h"

#include <string>

namespace rmasim::sim {

// A table by rank, one by pair, for what was `wanted`; the first ones of very many. Empty if nothing was.
std::string breakdown_text(const RunResult& result, Breakdowns wanted);

}  // namespace rmasim::sim
