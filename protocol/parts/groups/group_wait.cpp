#include "protocol/parts/groups/group_wait.h"

#include <algorithm>

namespace rmasim {

GroupWait::State& GroupWait::state() {
    if (!state_) state_ = std::make_unique<State>();
    return *state_;
}

const Group& GroupWait::group() const {
    static const Group empty;
    return state_ ? state_->group : empty;
}

std::size_t GroupWait::index_of(Rank rank) const {
    const auto at = std::lower_bound(group().begin(), group().end(), rank);
    return at != group().end() && *at == rank ? static_cast<std::size_t>(at - group().begin()) : group().size();
}

bool GroupWait::concerns(Rank rank) const {
    if (!state_) return false;
    return contains(rank) || std::find(state_->early.begin(), state_->early.end(), rank) != state_->early.end();
}

void GroupWait::open(Group group) {
    open_complete(std::move(group));
    state_->received.assign(state_->group.size(), false);
    state_->missing = state_->group.size();
    std::vector<Rank> early;
    early.swap(state_->early);
    for (const Rank rank : early) arrived(rank);
}

void GroupWait::open_complete(Group group) {
    State& now = state();
    now.group = std::move(group);
    now.received.assign(now.group.size(), true);
    now.missing = 0;
    now.open = true;
}

void GroupWait::close() {
    State& now = state();
    now.open = false;
    now.group = {};
    now.received = {};
}

void GroupWait::arrived(Rank rank) {
    State& now = state();
    const std::size_t index = index_of(rank);
    if (index == now.group.size() || now.received[index]) {
        now.early.push_back(rank);
        return;
    }
    now.received[index] = true;
    --now.missing;
}

Rank GroupWait::first_missing() const {
    Rank first = no_rank;
    for_each_missing([&first](Rank rank) { first = first == no_rank ? rank : first; });
    return first;
}

std::size_t GroupWait::bytes() const {
    if (!state_) return 0;
    return sizeof(State) + (state_->group.capacity() + state_->early.capacity()) * sizeof(Rank) +
           state_->received.capacity() / 8;
}

}  // namespace rmasim
