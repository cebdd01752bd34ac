// Pattern halo_2d: a 5-point stencil on a grid of processes, which are numbered row by row. Each iteration fills the
// receive buffers of the four neighbours. The window has its buffers in the order north, south, west, east.
#include "sim/scenario/patterns/halo.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

constexpr std::array<HaloNeighbour, 4> of_plane{{
    {"$rank / $columns > 0", "($rank / $columns - 1) % $rows * $columns + $rank % $columns"},
    {"$rank / $columns < $rows - 1", "($rank / $columns + 1) % $rows * $columns + $rank % $columns"},
    {"$rank % $columns > 0", "$rank / $columns * $columns + ($rank % $columns - 1) % $columns"},
    {"$rank % $columns < $columns - 1", "$rank / $columns * $columns + ($rank % $columns + 1) % $columns"},
}};

}  // namespace

Json halo_2d(const JsonValue& arguments, const Surroundings& around) {
    return halo(arguments, {{"rows", "columns"}, "", of_plane}, around);
}

}  // namespace rmasim::sim
