// What the halo patterns have in common. For sim/scenario/patterns only.
#pragma once

#include "sim/scenario/patterns/pattern.h"

#include <span>

namespace rmasim::sim {

// One direction of the grid, as expressions over "$rank", "$size" and the extents of the grid ("$rows").
struct HaloNeighbour {
    std::string_view is_there;  // in a grid without neighbours across its edges
    std::string_view rank;      // across its edges, too
};

struct HaloPattern {
    std::vector<std::string_view> extents;  // the members that give the grid, outermost first
    std::string_view places;                // members of a `let` that the expressions need; may be empty
    // Two for each extent. Neighbour n is the opposite of neighbour n ^ 1, and sends to receive buffer n ^ 1: the
    // window has one of each in this order.
    std::span<const HaloNeighbour> neighbours;
};

// A window of the exchange, and the neighbours that are reached through it, an even number: the window has their
// receive buffers.
struct HaloPart {
    std::string win;
    Among among;
    std::span<const HaloNeighbour> neighbours;
};

// The members of a call that all halo patterns have, but for the window and the grid.
inline constexpr std::array<std::string_view, 6> halo_members{"pattern",    "bytes",    "iterations",
                                                              "compute_ns", "periodic", "sync"};

// The calls with the call's settings: puts to all neighbours, in fence epochs, between POST, START, COMPLETE and WAIT
// with the neighbours as the groups, or under one LOCK_ALL with a flush and a barrier after each exchange.
Json halo(const JsonValue& arguments, const HaloPattern& pattern, const Surroundings& around);
// Likewise, in several windows at once. `sender`: the number of the one who sends, which its data depends on; `grid`:
// what the neighbours' expressions contain.
Json halo_in_parts(const JsonObject& call, std::string_view places, std::span<const HaloPart> parts,
                   const std::string& sender, const Replacements& grid);

}  // namespace rmasim::sim
