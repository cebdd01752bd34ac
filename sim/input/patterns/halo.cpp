#include "sim/input/patterns/halo.h"

#include "sim/input/patterns/grid.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

Json halo(const JsonValue& arguments, std::string_view pattern, const std::vector<std::string_view>& extents,
          const Surroundings& around) {
    std::vector<std::string_view> members{"pattern", "win", "bytes", "iterations", "compute_ns", "periodic"};
    members.insert(members.end(), extents.begin(), extents.end());
    const JsonObject call(arguments, members);
    const std::vector<std::int64_t> grid = grid_of(call, extents, around.ranks);
    const std::int64_t bytes = call.at("bytes").integer(some_bytes);
    const auto neighbours = static_cast<std::int64_t>(2 * extents.size());
    std::int64_t iterations = 1;
    std::int64_t compute_ns = 0;
    bool periodic = true;
    call.read("iterations", iterations, some_repetitions);
    call.read("compute_ns", compute_ns, limits::nanoseconds);
    call.read("periodic", periodic);

    Replacements replacements{{"win", window_with_room(call, "bytes", neighbours * bytes, around)},
                              {"bytes", std::to_string(bytes)},
                              {"iterations", std::to_string(iterations)},
                              {"compute_ns", std::to_string(compute_ns)},
                              {"periodic", periodic ? "1" : "0"}};
    for (std::size_t k = 0; k < extents.size(); ++k) {
        replacements.emplace_back(std::string(extents[k]), std::to_string(grid[k]));
    }
    return written_out(pattern, replacements);
}

}  // namespace rmasim::sim
