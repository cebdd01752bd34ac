// The grid of ranks of a halo exchange. For sim/scenario/patterns only.
#pragma once

#include "sim/scenario/patterns/pattern.h"

namespace rmasim::sim {

// The extents in the order of `members`, outermost first; their product is the number of ranks in `among`. Extents that
// the call leaves out are chosen as equal as possible, larger ones first, as MPI_Dims_create does: 12 ranks in two
// dimensions are 4 x 3. Raises BadInput when the extents that are given do not divide the ranks.
std::vector<std::int64_t> grid_of(const JsonObject& call, const std::vector<std::string_view>& members,
                                  const Among& among);

}  // namespace rmasim::sim
