// The sizes of the other processes' segments of one window, as far as this process has received them. Each entry takes
// 16 bytes (OQ-CREATE-1, OQ-CREATE-2).
#pragma once

#include "protocol/base/size.h"
#include "protocol/base/world.h"
#include "protocol/parts/groups/window_group.h"

#include <algorithm>
#include <vector>

namespace rmasim::oldqueue {

inline constexpr std::uint32_t disp_unit_bits = (1u << 30) - 1;

// The window segment of one rank. `known` is 0 until the rank's WIN_INFO arrives.
struct Part {
    std::uint64_t bytes = 0;
    Rank rank = no_rank;
    std::uint32_t disp_unit : 30 = 1;  // bytes; MPI has 31 bits, of which 30 are enough in practice
    std::uint32_t alloc_mem : 1 = 1;
    std::uint32_t known : 1 = 0;
};
static_assert(has_size<Part, 16>);

class Parts {
public:
    // Expects WIN_INFO from each member of `group` except `own`.
    void expect_all(const WindowGroup& group, Rank own) {
        parts_.resize(static_cast<std::size_t>(group.size()));
        for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].rank = group.member(static_cast<Rank>(i));
        const auto by_rank = [](const Part& one, const Part& other) { return one.rank < other.rank; };
        if (!group.is_all()) std::sort(parts_.begin(), parts_.end(), by_rank);
        parts_[static_cast<std::size_t>(index_of(own))].known = 1;
        unknown_ = static_cast<std::uint32_t>(group.size() - 1);
    }
    // Expects WIN_INFO from `rank`. Precondition: there is no entry for `rank`.
    void expect(Rank rank) {
        Part part;
        part.rank = rank;
        parts_.insert(parts_.begin() + index_of(rank), part);
        ++unknown_;
    }
    // Stores the WIN_INFO of `rank`. Precondition: there is an entry for `rank`, and its `known` is 0.
    void record(Rank rank, const WindowShape& shape) {
        Part& part = parts_[static_cast<std::size_t>(index_of(rank))];
        part.bytes = shape.bytes;
        part.disp_unit = shape.disp_unit & disp_unit_bits;
        part.alloc_mem = shape.alloc_mem ? 1 : 0;
        part.known = 1;
        --unknown_;
    }
    const Part* find(Rank rank) const {
        const auto at = parts_.begin() + index_of(rank);
        return at != parts_.end() && at->rank == rank ? &*at : nullptr;
    }
    bool knows(Rank rank) const {
        const Part* const part = find(rank);
        return part != nullptr && part->known != 0;
    }

    std::uint32_t unknown() const { return unknown_; }
    bool is_empty() const { return parts_.empty(); }
    auto begin() const { return parts_.begin(); }
    auto end() const { return parts_.end(); }
    std::size_t bytes() const { return parts_.capacity() * sizeof(Part); }

private:
    std::ptrdiff_t index_of(Rank rank) const {
        const auto at = std::lower_bound(parts_.begin(), parts_.end(), rank,
                                         [](const Part& part, Rank wanted) { return part.rank < wanted; });
        return at - parts_.begin();
    }
    std::vector<Part> parts_;  // ascending by rank
    std::uint32_t unknown_ = 0;
};

}  // namespace rmasim::oldqueue
