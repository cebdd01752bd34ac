// The addresses that MPI_GET_ADDRESS returns: the positions of windows and buffers in the memory of their rank.
// Operations on dynamic windows use these addresses as displacements (decision 0065). The addresses depend only on the
// scenario. Ranks have disjoint ranges of addresses, so the simulator detects a program that uses another rank's
// address:
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
    // `bytes` has an entry for each space, which is a window or a local buffer: the largest size of the space on any
    // rank. An entry is nullopt if the space has no address. Raises BadInput if the memory of all ranks together
    // exceeds 2^62 bytes.
    Addresses(const std::vector<std::optional<std::uint64_t>>& bytes, Rank ranks);

    // The address of the first byte of a rank's memory.
    std::uint64_t first_of(Rank rank) const { return (static_cast<std::uint64_t>(rank) + 1) * bytes_per_rank_; }
    // The rank whose memory contains the address. no_rank if no rank's memory contains the address.
    Rank rank_of(std::uint64_t address) const;
    std::uint64_t bytes_per_rank() const { return bytes_per_rank_; }
    // The offset of a space (a window or a local buffer) in a rank's memory. nullopt if the space has no address.
    std::optional<std::uint64_t> offset_of(std::size_t space) const { return extents_[space].offset; }
    // The space (window or local buffer) at an offset in a rank's memory, and the distance of the offset from the start
    // of that space. nullopt if no space contains the offset.
    std::optional<std::pair<std::size_t, std::uint64_t>> at(std::uint64_t offset) const;

private:
    struct Extent {
        std::optional<std::uint64_t> offset;
        std::uint64_t bytes = 0;
    };
    std::vector<Extent> extents_;  // by space
    std::uint64_t bytes_per_rank_ = 0;
    Rank ranks_;
};

}  // namespace rmasim::sim
