// A 7-point stencil on a grid of processes, plane by plane: each iteration fills the receive buffers of the six
// neighbours, which lie in the window in the order above, below, north, south, west, east.
#include "sim/input/patterns/halo.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

constexpr std::string_view halo_3d_pattern = R"json([
    {"let": {"_plane": "rank / ($rows * $columns)", "_row": "rank / $columns % $rows", "_column": "rank % $columns"}},
    {"fence": {"win": "$win", "assert": ["noprecede"]}},
    {"repeat": {"times": "$iterations", "as": "_i", "calls": [
        {"compute": {"ns": "$compute_ns"}},
        {"if": {"when": "$periodic || _plane > 0", "calls": [
            {"put": {"win": "$win", "target": "((_plane - 1) % $planes * $rows + _row) * $columns + _column",
                     "disp": "$bytes", "count": "$bytes", "value": "(rank * 6 + _i) % 256"}}]}},
        {"if": {"when": "$periodic || _plane < $planes - 1", "calls": [
            {"put": {"win": "$win", "target": "((_plane + 1) % $planes * $rows + _row) * $columns + _column",
                     "disp": 0, "count": "$bytes", "value": "(rank * 6 + _i + 1) % 256"}}]}},
        {"if": {"when": "$periodic || _row > 0", "calls": [
            {"put": {"win": "$win", "target": "(_plane * $rows + (_row - 1) % $rows) * $columns + _column",
                     "disp": "3 * $bytes", "count": "$bytes", "value": "(rank * 6 + _i + 2) % 256"}}]}},
        {"if": {"when": "$periodic || _row < $rows - 1", "calls": [
            {"put": {"win": "$win", "target": "(_plane * $rows + (_row + 1) % $rows) * $columns + _column",
                     "disp": "2 * $bytes", "count": "$bytes", "value": "(rank * 6 + _i + 3) % 256"}}]}},
        {"if": {"when": "$periodic || _column > 0", "calls": [
            {"put": {"win": "$win", "target": "(_plane * $rows + _row) * $columns + (_column - 1) % $columns",
                     "disp": "5 * $bytes", "count": "$bytes", "value": "(rank * 6 + _i + 4) % 256"}}]}},
        {"if": {"when": "$periodic || _column < $columns - 1", "calls": [
            {"put": {"win": "$win", "target": "(_plane * $rows + _row) * $columns + (_column + 1) % $columns",
                     "disp": "4 * $bytes", "count": "$bytes", "value": "(rank * 6 + _i + 5) % 256"}}]}},
        {"if": {"when": "_i < $iterations - 1",
                "calls": [{"fence": {"win": "$win"}}],
                "else": [{"fence": {"win": "$win", "assert": ["nosucceed"]}}]}}
    ]}}
])json";

}  // namespace

Json halo_3d(const JsonValue& arguments, const Surroundings& around) {
    return halo(arguments, halo_3d_pattern, {"planes", "rows", "columns"}, around);
}

}  // namespace rmasim::sim
