#include "sim/scenario/patterns/grid.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::int64_t left_out = 0;

// The largest divisor d of `ranks` for which d to the power of `dimensions` is at most `ranks`.
std::int64_t smallest_extent(std::int64_t ranks, std::ptrdiff_t dimensions) {
    const auto fits = [&](std::int64_t extent) {
        std::int64_t product = 1;
        for (std::ptrdiff_t k = 0; k < dimensions; ++k) product *= extent;
        return product <= ranks;
    };
    std::int64_t best = 1;
    for (std::int64_t extent = 2; fits(extent); ++extent) {
        if (ranks % extent == 0) best = extent;
    }
    return best;
}

// Chooses the extents that the call omits, from the innermost one on. The product of the chosen extents is `ranks`.
void choose(std::vector<std::int64_t>& extents, std::int64_t ranks) {
    auto dimensions = std::count(extents.begin(), extents.end(), left_out);
    for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
        if (*extent != left_out) continue;
        *extent = dimensions == 1 ? ranks : smallest_extent(ranks, dimensions);
        ranks /= *extent;
        --dimensions;
    }
}

}  // namespace

std::vector<std::int64_t> grid_of(const JsonObject& call, const std::vector<std::string_view>& members,
                                  const Among& among) {
    const Rank ranks = one_size(call, among);
    std::vector<std::int64_t> extents;
    std::int64_t given = 1;
    std::string_view first_given;
    for (const std::string_view member : members) {
        std::int64_t extent = left_out;
        call.read(member, extent, limits::ranks);
        if (extent != left_out && first_given.empty()) first_given = member;
        // The bound prevents an overflow, because three extents may each be 2^27. A product above the bound is an error
        // in any case.
        if (extent != left_out) given = std::min<std::int64_t>(given, limits::ranks.max + 1) * extent;
        extents.push_back(extent);
    }
    const bool all_given = std::find(extents.begin(), extents.end(), left_out) == extents.end();
    if (all_given ? given != ranks : ranks % given != 0) {
        throw BadInput(call.at(first_given).location(),
                       all_given ? fmt::format("a grid of {} processes", fmt::join(extents, " x "))
                                 : fmt::format("extents whose product is {}", given),
                       all_given ? fmt::format("{} = {}, {}", fmt::join(members, " * "), ranks, among.number_of_ranks())
                                 : fmt::format("a divisor of {}, {}", ranks, among.number_of_ranks()));
    }
    choose(extents, ranks / given);
    return extents;
}

}  // namespace rmasim::sim
