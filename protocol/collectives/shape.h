// The arguments of a collective call that determine its schedule: processes, root, and elements of each process.
#pragma once

#include "protocol/base/group.h"
#include "protocol/base/types.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

namespace rmasim::schedules {

// Contiguous blocks of elements, one for each process: of one size, or of different sizes (calls such as MPI_Gatherv).
// In MPI_Alltoallw, whose blocks have different datatypes, an element is a byte.
class Blocks {
public:
    Blocks() = default;
    explicit Blocks(std::uint32_t each) : each_(each) {}
    // `ends`: the end of each block. The numbers must outlive the object.
    explicit Blocks(std::span<const std::uint64_t> ends) : ends_(ends) {}

    std::uint64_t first(Rank block) const {
        if (ends_.empty()) return std::uint64_t{each_} * static_cast<std::uint64_t>(block);
        return block == 0 ? 0 : ends_[static_cast<std::size_t>(block) - 1];
    }
    std::uint32_t count(Rank block) const { return between(block, block + 1); }
    // Returns the number of elements in the blocks from `from` up to, and without, `to`.
    std::uint32_t between(Rank from, Rank to) const { return static_cast<std::uint32_t>(first(to) - first(from)); }

    // True if the first `size` blocks, which are all of them, have equal sizes.
    bool are_equal(Rank size) const {
        const std::uint32_t each = count(0);
        for (Rank block = 1; block < size && !ends_.empty(); ++block) {
            if (count(block) != each) return false;
        }
        return true;
    }

private:
    std::uint32_t each_ = 0;
    std::span<const std::uint64_t> ends_{};
};

struct Shape {
    Rank size = 1;  // number of processes
    Rank rank = 0;  // this process
    Rank root = 0;  // 0 in a call without a root
    // The blocks that this process passes to the call, and the blocks of the result. A vector that the call reduces, or
    // the data of MPI_BCAST, is one block. In MPI_REDUCE_SCATTER, `received` has the blocks of all processes.
    Blocks sent{}, received{};
    bool commutative = true;  // the reduction
    Neighbours neighbours{};

    // The distance of this process from the root in communicator ranks, modulo the size; the process at a distance.
    Rank behind_root() const { return (rank - root + size) % size; }
    Rank from_root(Rank distance) const { return static_cast<Rank>((std::int64_t{root} + distance) % size); }
    // Returns the rank of this process plus `distance`, modulo the size. `distance` is at least -size.
    Rank neighbour(Rank distance) const { return static_cast<Rank>((std::int64_t{rank} + distance + size) % size); }
};

// Returns the largest power of two that is not greater than `size`, the number of bits below the only bit of `bit`, and
// the number of bits that ranks less than `size` need.
constexpr Rank power_up_to(Rank size) { return static_cast<Rank>(std::bit_floor(static_cast<unsigned>(size))); }
constexpr std::uint32_t round_of(Rank bit) {
    return static_cast<std::uint32_t>(std::countr_zero(static_cast<unsigned>(bit)));
}
constexpr std::uint32_t rounds_for(Rank size) {
    return static_cast<std::uint32_t>(std::bit_width(static_cast<unsigned>(size - 1)));
}
constexpr bool is_power_of_two(Rank size) { return power_up_to(size) == size; }

}  // namespace rmasim::schedules
