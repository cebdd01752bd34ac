// Addresses, as MPI_GET_ADDRESS gives them: where windows and buffers lie in the memory of their rank. Dynamic windows
// are accessed by them (decision 0065). They follow from the scenario alone, and no two ranks have one in common, so
// that who takes one rank's address for another's is found out:
//
//     rank 0    4096 buffer "a"    4224 buffer "b"         8192 is the end
//     rank 1    8192 buffer "a"    8320 buffer "b"
#pragma once

#include "protocol/base/types.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace rmasim::sim {

class Addresses {
public:
    // By space: its bytes, on the rank that has most; none: nobody can have its address. Raises BadInput if all ranks
    // together have more than 2^62.
    Addresses(const std::vector<std::optional<std::uint64_t>>& bytes, Rank ranks);

    // What address has the first byte of a rank's memory.
    std::uint64_t first_of(Rank rank) const { return (static_cast<std::uint64_t>(rank) + 1) * bytes_per_rank_; }
    // The rank that has the address; no_rank: none has.
    Rank rank_of(std::uint64_t address) const;
    std::uint64_t bytes_per_rank() const { return bytes_per_rank_; }
    // Where the space lies in a rank's memory.
    std::optional<std::uint64_t> offset_of(std::size_t space) const { return places_[space].offset; }
    // The space at an offset in a rank's memory, and how far the offset is from its start; none: the offset is between
    // two of them.
    std::optional<std::pair<std::size_t, std::uint64_t>> at(std::uint64_t offset) const;

private:
    struct Place {
        std::optional<std::uint64_t> offset;
        std::uint64_t bytes = 0;
    };
    std::vector<Place> places_;  // by space
    std::uint64_t bytes_per_rank_ = 0;
    Rank ranks_;
};

}  // namespace rmasim::sim
