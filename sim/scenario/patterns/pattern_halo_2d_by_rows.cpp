// Pattern halo_2d_by_rows: the 5-point stencil of halo_2d on a grid with a window for each row and a window for each
// column. Neighbours in a column exchange data through the window of the column, neighbours in a row through the window
// of the row. No fence and no barrier involves all ranks.
#include "sim/scenario/model/parse_window.h"
#include "sim/scenario/patterns/halo.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

// The two neighbours in a row (west and east) or in a column (north and south).
constexpr std::array<HaloNeighbour, 2> of_line{{
    {"$rank > 0", "($rank - 1) % $size"},
    {"$rank < $size - 1", "($rank + 1) % $size"},
}};

HaloPart part_of(const JsonObject& call, std::string_view key, const Surroundings& around) {
    const JsonValue name = call.at(key);
    const WindowSettings& window = around.windows[window_named(name, around.windows)];
    if (window.comm == no_window) name.fail("a window with \"comm\", whose communicators are the rows or the columns");
    const Among members = among_ranks_of(window.comm, around);
    const std::int64_t bytes = call.at("bytes").integer(some_bytes);
    require_room(call, "bytes", {static_cast<std::int64_t>(of_line.size()) * bytes}, members, window, around);
    return {window.name, members, of_line};
}

}  // namespace

Json halo_2d_by_rows(const JsonValue& arguments, const Surroundings& around) {
    std::vector<std::string_view> members(halo_members.begin(), halo_members.end());
    members.insert(members.end(), {"column_win", "row_win"});
    const JsonObject call(arguments, members);
    const std::array<HaloPart, 2> lines{part_of(call, "column_win", around), part_of(call, "row_win", around)};
    if (lines[0].win == lines[1].win) call.at("row_win").fail("a window other than \"column_win\"");
    return halo_in_parts(call, "", lines, "rank", {});
}

}  // namespace rmasim::sim
