// A range of consecutive ranks. It has all ranks of a run, or the ranks that one of several processes simulates.
#pragma once

#include "protocol/base/types.h"

#include <cstddef>

namespace rmasim::sim {

struct RankRange {
    Rank first = 0;
    Rank count = 0;

    Rank end() const { return first + count; }
    bool has(Rank rank) const { return rank >= first && rank < end(); }
    std::size_t index_of(Rank rank) const { return static_cast<std::size_t>(rank - first); }
};

}  // namespace rmasim::sim
