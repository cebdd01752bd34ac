// Some of the processes, in an order of their own: the members of a communicator. Each has a place there, from 0 on.
//
//     all of 8            place = rank
//     first 2, stride 3   ranks 2, 5, 8, ... have places 0, 1, 2, ...
//     a table             any ranks in any order; all members share it
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace rmasim {

// The members of a group by place, and their places by rank.
class GroupTable {
public:
    // Each rank once.
    explicit GroupTable(std::vector<Rank> members) : members_(std::move(members)) {
        places_.reserve(members_.size());
        for (std::size_t place = 0; place < members_.size(); ++place) {
            places_.emplace_back(members_[place], static_cast<Rank>(place));
        }
        std::sort(places_.begin(), places_.end());
    }
    Rank member(Rank place) const { return members_[static_cast<std::size_t>(place)]; }
    Rank place_of(Rank rank) const {
        const auto at = std::lower_bound(places_.begin(), places_.end(), std::pair<Rank, Rank>{rank, 0});
        return at == places_.end() || at->first != rank ? no_rank : at->second;
    }

private:
    std::vector<Rank> members_;
    std::vector<std::pair<Rank, Rank>> places_;  // rank and place, by rank
};

// A view: whoever makes a group with a table keeps it.
class RankGroup {
public:
    // The first so many processes, or some that are equally far apart.
    explicit RankGroup(Rank size, Rank first = 0, Rank stride = 1) : first_(first), stride_(stride), size_(size) {}
    RankGroup(Rank size, const GroupTable& table) : size_(size), table_(&table) {}

    Rank size() const { return size_; }
    Rank member(Rank place) const { return table_ == nullptr ? first_ + place * stride_ : table_->member(place); }
    // no_rank: it is no member.
    Rank place_of(Rank rank) const {
        if (table_ != nullptr) return table_->place_of(rank);
        const Rank beyond = rank - first_;
        if (stride_ == 1) return beyond < 0 || beyond >= size_ ? no_rank : beyond;  // spares all ranks a division
        return beyond < 0 || beyond % stride_ != 0 || beyond / stride_ >= size_ ? no_rank : beyond / stride_;
    }
    bool contains(Rank rank) const { return place_of(rank) != no_rank; }

private:
    Rank first_ = 0, stride_ = 1;
    Rank size_;
    const GroupTable* table_ = nullptr;
};

}  // namespace rmasim
