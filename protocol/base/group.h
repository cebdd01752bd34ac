// An ordered group of processes, such as the members of a communicator. Each member has a communicator rank, from 0 on.
//
//     all of 8            communicator rank = rank
//     first 2, stride 3   ranks 2, 5, 8, ... are communicator ranks 0, 1, 2, ...
//     a table             any ranks in any order; all members share the table
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace rmasim {

// The neighbours of a process in the topology of its communicator, as communicator ranks: the processes from which it
// receives and those to which it sends, in the order of their blocks. A process can occur several times. no_rank is
// MPI_PROC_NULL. The topology must outlive the object.
struct Neighbours {
    std::span<const Rank> sources{};
    std::span<const Rank> destinations{};
    // MPI_CART_CREATE: the neighbours of a dimension are a pair, and data sent in one direction arrive from the other.
    bool cartesian = false;
};

// The table of an irregular group: its members by communicator rank, and their communicator ranks by rank.
class GroupTable {
public:
    // `members` contains each rank at most once.
    explicit GroupTable(std::vector<Rank> members) : members_(std::move(members)) {
        comm_ranks_.reserve(members_.size());
        for (std::size_t comm_rank = 0; comm_rank < members_.size(); ++comm_rank) {
            comm_ranks_.emplace_back(members_[comm_rank], static_cast<Rank>(comm_rank));
        }
        std::sort(comm_ranks_.begin(), comm_ranks_.end());
    }
    Rank member(Rank comm_rank) const { return members_[static_cast<std::size_t>(comm_rank)]; }
    Rank comm_rank_of(Rank rank) const {
        const auto at = std::lower_bound(comm_ranks_.begin(), comm_ranks_.end(), std::pair<Rank, Rank>{rank, 0});
        return at == comm_ranks_.end() || at->first != rank ? no_rank : at->second;
    }

private:
    std::vector<Rank> members_;
    std::vector<std::pair<Rank, Rank>> comm_ranks_;  // pairs of rank and communicator rank, sorted by rank
};

// A view of a group of processes: members and communicator ranks. A table must outlive the groups that use it.
class RankGroup {
public:
    // The `size` processes `first`, `first` + `stride`, `first` + 2 * `stride`, ...
    explicit RankGroup(Rank size, Rank first = 0, Rank stride = 1) : first_(first), stride_(stride), size_(size) {}
    RankGroup(Rank size, const GroupTable& table) : size_(size), table_(&table) {}

    Rank size() const { return size_; }
    Rank member(Rank comm_rank) const {
        return table_ == nullptr ? first_ + comm_rank * stride_ : table_->member(comm_rank);
    }
    // Returns no_rank if `rank` is not a member.
    Rank comm_rank_of(Rank rank) const {
        if (table_ != nullptr) {
            const Rank comm_rank = table_->comm_rank_of(rank);
            return comm_rank < size_ ? comm_rank : no_rank;  // the table may belong to a larger group
        }
        const Rank beyond = rank - first_;
        // In the group of all ranks, the stride is 1. This case needs no division.
        if (stride_ == 1) return beyond < 0 || beyond >= size_ ? no_rank : beyond;
        return beyond < 0 || beyond % stride_ != 0 || beyond / stride_ >= size_ ? no_rank : beyond / stride_;
    }
    bool contains(Rank rank) const { return comm_rank_of(rank) != no_rank; }
    // Returns the group of the first `size` members, or of all members if they are fewer.
    RankGroup prefix(Rank size) const {
        RankGroup first = *this;
        first.size_ = std::min(size, size_);
        return first;
    }

private:
    Rank first_ = 0, stride_ = 1;
    Rank size_;
    const GroupTable* table_ = nullptr;
};

}  // namespace rmasim
