// Texts for lists of ranks.
#pragma once

#include "protocol/base/types.h"

#include <string>
#include <vector>

namespace rmasim {

// Returns an ascending list of ranks as text: "rank 3", "ranks 1 and 3", "ranks 0 to 6 and 9". The text names at most
// eight ranks and runs of ranks, then the number of the others: "ranks 0, 2, ... and 5 more". Returns "no rank" if the
// list is empty.
std::string text_of_ranks(const std::vector<Rank>& ranks);

}  // namespace rmasim
