// Pattern halo_3d: a 7-point stencil on a grid of processes, which are numbered plane by plane. Each iteration fills
// the receive buffers of the six neighbours. The window has its buffers in the order above, below, north, south, west,
// east.
#include "sim/scenario/patterns/halo.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

constexpr std::string_view definitions_in_space = R"json({"let": {
    "_plane": "$rank / ($rows * $columns)", "_row": "$rank / $columns % $rows", "_column": "$rank % $columns"}},)json";

constexpr std::array<HaloNeighbour, 6> of_space{{
    {"_plane > 0", "((_plane - 1) % $planes * $rows + _row) * $columns + _column"},
    {"_plane < $planes - 1", "((_plane + 1) % $planes * $rows + _row) * $columns + _column"},
    {"_row > 0", "(_plane * $rows + (_row - 1) % $rows) * $columns + _column"},
    {"_row < $rows - 1", "(_plane * $rows + (_row + 1) % $rows) * $columns + _column"},
    {"_column > 0", "(_plane * $rows + _row) * $columns + (_column - 1) % $columns"},
    {"_column < $columns - 1", "(_plane * $rows + _row) * $columns + (_column + 1) % $columns"},
}};

}  // namespace

Json halo_3d(const JsonValue& arguments, const Surroundings& around) {
    return halo(arguments, {{"planes", "rows", "columns"}, definitions_in_space, of_space}, around);
}

}  // namespace rmasim::sim
