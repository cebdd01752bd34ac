// The numbers of PSCW epochs so far, with an entry for each rank. One object counts the access epochs to each target,
// another the exposure epochs for each origin (OQ-PSCW-3).
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace rmasim::oldqueue {

class PairNumbers {
public:
    // `start` is the number for a rank without an entry. A rank's first epoch gets the number `start` + 1.
    explicit PairNumbers(std::uint32_t start) : start_(start) {}

    std::uint32_t of(Rank rank) const {
        const auto at = std::lower_bound(numbers_.begin(), numbers_.end(), std::pair(rank, std::uint32_t{0}));
        return at != numbers_.end() && at->first == rank ? at->second : start_;
    }
    void count(Rank rank) {
        auto at = std::lower_bound(numbers_.begin(), numbers_.end(), std::pair(rank, std::uint32_t{0}));
        if (at == numbers_.end() || at->first != rank) at = numbers_.insert(at, {rank, start_});
        ++at->second;
    }
    std::size_t bytes() const { return numbers_.capacity() * sizeof(numbers_[0]); }

private:
    std::uint32_t start_;
    std::vector<std::pair<Rank, std::uint32_t>> numbers_;  // ascending by rank
};

}  // namespace rmasim::oldqueue
