// The group of a window: all processes, where communicator rank and rank are the same, or the members of a
// communicator. A WindowGroup is not stored but created for each use. A window stores only a flag that is true if its
// group is all processes.
#pragma once

#include "protocol/base/world.h"

namespace rmasim {

// Convert between rank and communicator rank. `group` is a result of World::window_group. Null means all processes:
// both ranks are then the same.
inline Rank world_rank_of(const RankGroup* group, Rank comm_rank) {
    return group == nullptr ? comm_rank : group->member(comm_rank);
}
inline Rank comm_rank_in(const RankGroup* group, Rank rank) {
    return group == nullptr ? rank : group->comm_rank_of(rank);
}

// The group of a window, by value.
class WindowGroup {
public:
    // The group of all `ranks` processes.
    explicit WindowGroup(Rank ranks) : ranks_(ranks) {}
    // `group` is null for all processes.
    WindowGroup(Rank ranks, const RankGroup* group) : group_(group), ranks_(ranks) {}
    WindowGroup(const World& world, Rank rank, Rank ranks, WindowId window)
        : WindowGroup(ranks, world.window_group(rank, window)) {}

    bool is_all() const { return group_ == nullptr; }
    const RankGroup* group() const { return group_; }
    Rank size() const { return group_ == nullptr ? ranks_ : group_->size(); }
    Rank member(Rank comm_rank) const { return world_rank_of(group_, comm_rank); }
    // Returns no_rank if `rank` is not a member.
    Rank comm_rank_of(Rank rank) const { return comm_rank_in(group_, rank); }

private:
    const RankGroup* group_ = nullptr;
    Rank ranks_;
};

}  // namespace rmasim
