#include "protocol/shm/count_exchange.h"

namespace rmasim::shm {

CountExchange::CountExchange(Rank rank, Rank ranks, std::uint32_t start)
    : rank_(rank), ranks_(static_cast<std::size_t>(ranks)), entered_(start), halves_{fresh(), fresh()} {}

CountExchange::Half CountExchange::fresh() const {
    Half half{static_cast<std::uint32_t>(ranks_ - 1), std::vector<bool>(ranks_, false),
              std::vector<std::uint32_t>(ranks_, 0)};
    half.heard[static_cast<std::size_t>(rank_)] = true;
    return half;
}

void CountExchange::arrived(Rank source, std::uint32_t instance, std::span<const std::uint32_t> row) {
    Half& into = half(instance);
    into.heard[static_cast<std::size_t>(source)] = true;
    --into.missing;
    for (std::size_t owner = 0; owner < ranks_; ++owner) into.changes[owner] += row[owner];
}

void CountExchange::end(std::uint32_t instance) { half(instance) = fresh(); }

std::size_t CountExchange::bytes() const { return 2 * (ranks_ * sizeof(std::uint32_t) + ranks_ / 8); }

}  // namespace rmasim::shm
