// The processes of a window, as the functions of a family ask for them: all processes, where a place is a rank, or
// those of a communicator. Made where it is needed, not kept: a window remembers only whether all processes have it.
#pragma once

#include "protocol/base/world.h"

namespace rmasim {

// Of a group as World::window_group returns it: null for all processes, where a place is a rank.
inline Rank world_rank_of(const RankGroup* group, Rank place) { return group == nullptr ? place : group->member(place); }
inline Rank place_in(const RankGroup* group, Rank rank) { return group == nullptr ? rank : group->place_of(rank); }

class WindowGroup {
public:
    // All `ranks` processes.
    explicit WindowGroup(Rank ranks) : ranks_(ranks) {}
    // `group`: null for all processes.
    WindowGroup(Rank ranks, const RankGroup* group) : group_(group), ranks_(ranks) {}
    WindowGroup(const World& world, Rank rank, Rank ranks, WindowId window)
        : WindowGroup(ranks, world.window_group(rank, window)) {}

    bool is_all() const { return group_ == nullptr; }
    const RankGroup* group() const { return group_; }
    Rank size() const { return group_ == nullptr ? ranks_ : group_->size(); }
    Rank member(Rank place) const { return world_rank_of(group_, place); }
    // no_rank: it is no member.
    Rank place_of(Rank rank) const { return place_in(group_, rank); }

private:
    const RankGroup* group_ = nullptr;
    Rank ranks_;
};

}  // namespace rmasim
