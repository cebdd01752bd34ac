// The grid of ranks of a halo exchange. For sim/scenario/patterns only.
#pragma once

#include "sim/scenario/patterns/pattern.h"

namespace rmasim::sim {

// The extents of the grid in the order of `members`, outermost first. Their product is the number of the participants
// `among`. If the call omits extents, the function chooses them as equal as possible, larger ones first, as
// MPI_Dims_create does: 12 ranks in two dimensions give 4 x 3. Raises BadInput if the product of the given extents does
// not divide the number of ranks.
std::vector<std::int64_t> grid_of(const JsonObject& call, const std::vector<std::string_view>& members,
                                  const Among& among);

}  // namespace rmasim::sim
