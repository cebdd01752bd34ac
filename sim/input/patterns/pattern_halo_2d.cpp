// A 5-point stencil on a grid of processes, row by row: each iteration fills the receive buffers of the four
// neighbours, which lie in the window in the order north, south, west, east.
#include "sim/input/patterns/pattern.h"

#include <fmt/core.h>
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
    const JsonObject call(arguments,
                          {"pattern", "win", "rows", "columns", "bytes", "iterations", "compute_ns", "periodic"});
    const std::int64_t rows = call.at("rows").integer(limits::ranks);
    const std::int64_t columns = call.at("columns").integer(limits::ranks);
    if (rows * columns != around.ranks) {
        throw BadInput(call.at("rows").place(), fmt::format("a grid of {} x {} processes", rows, columns),
                       fmt::format("rows * columns = {}, the number of ranks", around.ranks));
    }
    const std::int64_t bytes = call.at("bytes").integer(some_bytes);
    std::int64_t iterations = 1;
    std::int64_t compute_ns = 0;
    bool periodic = true;
    call.read("iterations", iterations, some_repetitions);
    call.read("compute_ns", compute_ns, limits::nanoseconds);
    call.read("periodic", periodic);
    return written_out(halo_2d_pattern, {{"win", window_with_room(call, "bytes", 4 * bytes, around)},
                                         {"rows", std::to_string(rows)},
                                         {"columns", std::to_string(columns)},
                                         {"bytes", std::to_string(bytes)},
                                         {"iterations", std::to_string(iterations)},
                                         {"compute_ns", std::to_string(compute_ns)},
                                         {"periodic", periodic ? "1" : "0"}});
}

}  // namespace rmasim::sim
