#include "sim/scenario/model/addresses.h"

#include "sim/scenario/json/errors.h"

#include <algorithm>
#include <string>

namespace rmasim::sim {

namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t line = 64;
constexpr std::uint64_t max_addresses = std::uint64_t{1} << 62;

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

// At least one unused line of memory follows each space. An access just beyond the end of a space therefore does not
// access another space.
Addresses::Addresses(const std::vector<std::optional<std::uint64_t>>& bytes, Rank ranks) : ranks_(ranks) {
    std::uint64_t end = 0;
    for (const std::optional<std::uint64_t>& space : bytes) {
        Extent& extent = extents_.emplace_back();
        if (!space) continue;
        extent.offset = end;
        extent.bytes = *space;
        end += rounded_up(*space, line) + line;
    }
    bytes_per_rank_ = std::max(page, rounded_up(end, page));
    if (bytes_per_rank_ <= max_addresses / (static_cast<std::uint64_t>(ranks) + 1)) return;
    throw BadInput("buffers", std::to_string(end) + " bytes on each of " + std::to_string(ranks) + " ranks",
                   "at most 2^62 bytes in total if a window is dynamic");
}

Rank Addresses::rank_of(std::uint64_t address) const {
    const std::uint64_t number = address / bytes_per_rank_;
    return number == 0 || number > static_cast<std::uint64_t>(ranks_) ? no_rank : static_cast<Rank>(number - 1);
}

std::optional<std::pair<std::size_t, std::uint64_t>> Addresses::at(std::uint64_t offset) const {
    for (std::size_t space = 0; space < extents_.size(); ++space) {
        const Extent& extent = extents_[space];
        if (!extent.offset || offset < *extent.offset || offset - *extent.offset >= extent.bytes) continue;
        return std::pair{space, offset - *extent.offset};
    }
    return std::nullopt;
}

}  // namespace rmasim::sim
