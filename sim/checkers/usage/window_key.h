// Keys that identify windows. Several windows may have one number: one for each communicator, and in a running program
// those that were freed before.
#pragma once

#include "protocol/base/world.h"
#include "sim/programs/by_window.h"
#include "sim/scenario/model/scenario.h"

#include <utility>

namespace rmasim::sim::usage {

// The window's number, and the first rank of its communicator (0 for all ranks). In a running program, the second part
// is the number of windows created before it.
using WindowKey = std::pair<WindowId, Rank>;

class WindowKeys {
public:
    // `communicators` is null if all windows belong to all ranks.
    WindowKeys(const Scenario& scenario, const Communicators* communicators)
        : ranks_(scenario.ranks), communicators_(communicators), nth_(scenario.ranks, 0) {}

    // A running program creates a window, number `nth` of the run.
    void window_created(WindowId window, std::uint32_t nth, const std::vector<Rank>& members) {
        nth_.make_room(window + std::size_t{1});
        for (const Rank rank : members) nth_.at(rank, window) = nth;
    }
    WindowKey key(Rank rank, WindowId window) const {
        if (nth_.windows() > 0) return {window, static_cast<Rank>(nth_.at(rank, window))};
        const RankGroup* const group = group_of(rank, window);
        return {window, group == nullptr ? 0 : group->member(0)};
    }
    // Returns the number of ranks that have the window.
    Rank members(Rank rank, WindowId window) const {
        const RankGroup* const group = group_of(rank, window);
        return group == nullptr ? ranks_ : group->size();
    }
    Rank first_member(Rank rank, WindowId window) const {
        const RankGroup* const group = group_of(rank, window);
        return group == nullptr ? 0 : group->member(0);
    }
    // Returns the number of the rank in the window's group.
    Rank comm_rank(Rank rank, WindowId window) const {
        const RankGroup* const group = group_of(rank, window);
        return group == nullptr ? rank : group->comm_rank_of(rank);
    }

private:
    const RankGroup* group_of(Rank rank, WindowId window) const {
        return communicators_ == nullptr ? nullptr : communicators_->window_group(rank, window);
    }

    Rank ranks_;
    const Communicators* communicators_;
    ByWindow<std::uint32_t> nth_;  // of windows created during the run; without room if there are none
};

}  // namespace rmasim::sim::usage
