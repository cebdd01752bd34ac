// Which ranks a scenario means: "all", a list such as "0" or "1-3,7", or an expression in rank and size that is not 0.
#pragma once

#include "protocol/base/types.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// The ranks meant, ascending, each once. A text of digits, commas, dashes and spaces only is a list. Raises BadInput at
// `place` for a rank outside 0..ranks-1, and for an expression that is malformed, fails for some rank, or draws.
std::vector<Rank> ranks_meant(const std::string& text, Rank ranks, const std::string& place);

}  // namespace rmasim::sim
