// A 5-point stencil on a grid of processes, row by row: each iteration fills the receive buffers of the four
// neighbours, which lie in the window in the order north, south, west, east.
#include "sim/input/patterns/halo.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

constexpr std::string_view halo_2d_pattern = R"json([
    {"fence": {"win": "$win", "assert": ["noprecede"]}},
    {"repeat": {"times": "$iterations", "as": "_i", "calls": [
        {"compute": {"ns": "$compute_ns"}},
        {"if": {"when": "$periodic || rank / $columns > 0", "calls": [
            {"put": {"win": "$win", "target": "(rank / $columns - 1) % $rows * $columns + rank % $columns",
                     "disp": "$bytes", "count": "$bytes", "value": "(rank * 4 + _i) % 256"}}]}},
        {"if": {"when": "$periodic || rank / $columns < $rows - 1", "calls": [
            {"put": {"win": "$win", "target": "(rank / $columns + 1) % $rows * $columns + rank % $columns",
                     "disp": 0, "count": "$bytes", "value": "(rank * 4 + _i + 1) % 256"}}]}},
        {"if": {"when": "$periodic || rank % $columns > 0", "calls": [
            {"put": {"win": "$win", "target": "rank / $columns * $columns + (rank % $columns - 1) % $columns",
                     "disp": "3 * $bytes", "count": "$bytes", "value": "(rank * 4 + _i + 2) % 256"}}]}},
        {"if": {"when": "$periodic || rank % $columns < $columns - 1", "calls": [
            {"put": {"win": "$win", "target": "rank / $columns * $columns + (rank % $columns + 1) % $columns",
                     "disp": "2 * $bytes", "count": "$bytes", "value": "(rank * 4 + _i + 3) % 256"}}]}},
        {"if": {"when": "_i < $iterations - 1",
                "calls": [{"fence": {"win": "$win"}}],
                "else": [{"fence": {"win": "$win", "assert": ["nosucceed"]}}]}}
    ]}}
])json";

}  // namespace

Json halo_2d(const JsonValue& arguments, const Surroundings& around) {
    return halo(arguments, halo_2d_pattern, {"rows", "columns"}, around);
}

}  // namespace rmasim::sim
