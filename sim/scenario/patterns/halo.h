// The common part of the halo patterns. For sim/scenario/patterns only.
#pragma once

#include "sim/scenario/patterns/pattern.h"

#include <span>

namespace rmasim::sim {

// The neighbour in one direction of the grid. Both members are expressions over "$rank", "$size" and the extents
// ("$rows").
struct HaloNeighbour {
    std::string_view is_there;  // The condition that the neighbour exists, in a grid that is not periodic.
    std::string_view rank;      // the neighbour's rank in a periodic grid
};

// A halo exchange on a grid.
struct HaloPattern {
    std::vector<std::string_view> extents;  // the call's members for the extents of the grid, outermost first
    // The text of a `let` with variables that the expressions use. It may be empty.
    std::string_view definitions;
    // Each extent has two neighbours, in opposite directions: numbers n and n ^ 1. The window has a receive buffer for
    // each neighbour, in the order of `neighbours`. A rank's put to neighbour n writes receive buffer n ^ 1 of this
    // neighbour.
    std::span<const HaloNeighbour> neighbours;
};

// One window of a halo exchange, and the neighbours to which a rank puts through this window. The window has a receive
// buffer for each neighbour. The number of neighbours is even.
struct HaloPart {
    std::string win;
    Among among;
    std::span<const HaloNeighbour> neighbours;
};

// The call's members that all halo patterns have, except window, communicator and grid.
inline constexpr std::array<std::string_view, 6> halo_members{"pattern",    "bytes",    "iterations",
                                                              "compute_ns", "periodic", "sync"};

// The call list of a halo exchange in one window: each rank puts to all neighbours. The member `sync` selects the
// epochs: fence epochs; POST, START, COMPLETE and WAIT with the neighbours as groups; or one LOCK_ALL with a flush and
// a barrier after each exchange. Raises BadInput.
Json halo(const JsonValue& arguments, const HaloPattern& pattern, const Surroundings& around);
// The call list of a halo exchange in several windows at once. `definitions` has the meaning of
// HaloPattern::definitions. `sender` is an expression for the sender's rank; the data of a put depends on it. `grid`
// has the texts that replace the names in the neighbours' expressions.
Json halo_in_parts(const JsonObject& call, std::string_view definitions, std::span<const HaloPart> parts,
                   const std::string& sender, const Replacements& grid);

}  // namespace rmasim::sim
