#include "protocol/newrma/group_wait.h"

#include <algorithm>

namespace rmasim::newrma {

std::size_t GroupWait::index_of(Rank rank) const {
    const auto at = std::lower_bound(group_.begin(), group_.end(), rank);
    return at != group_.end() && *at == rank ? static_cast<std::size_t>(at - group_.begin()) : group_.size();
}

bool GroupWait::contains(Rank rank) const { return index_of(rank) < group_.size(); }

bool GroupWait::concerns(Rank rank) const {
    return contains(rank) || std::find(early_.begin(), early_.end(), rank) != early_.end();
}

void GroupWait::open(Group group) {
    open_complete(std::move(group));
    has_come_.assign(group_.size(), false);
    missing_ = group_.size();
    std::vector<Rank> early;
    early.swap(early_);
    for (const Rank rank : early) arrived(rank);
}

void GroupWait::open_complete(Group group) {
    group_ = std::move(group);
    has_come_.assign(group_.size(), true);
    missing_ = 0;
    open_ = true;
}

void GroupWait::close() {
    open_ = false;
    group_ = {};
    has_come_ = {};
}

void GroupWait::arrived(Rank rank) {
    const std::size_t index = index_of(rank);
    if (index == group_.size() || has_come_[index]) {
        early_.push_back(rank);
        return;
    }
    has_come_[index] = true;
    --missing_;
}

Rank GroupWait::first_missing() const {
    for (std::size_t i = 0; i < group_.size(); ++i) {
        if (!has_come_[i]) return group_[i];
    }
    return no_rank;
}

}  // namespace rmasim::newrma
