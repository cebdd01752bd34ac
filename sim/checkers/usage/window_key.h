// Keys that identify windows. A window number alone does not identify a window. In a scenario, each communicator may
// have its own window with the same number. In a running program, a new window may have the number of a window that was
// freed.
#pragma once

#include "protocol/base/world.h"
#include "sim/programs/by_window.h"
#include "sim/scenario/model/scenario.h"

#include <utility>

namespace rmasim::sim::usage {

// The number of a window and a second number. In a scenario, the second number is the first rank of the window's
// communicator (0 for all ranks). In a running program, the second number is the number of windows that were created
// before this window.
using WindowKey = std::pair<WindowId, Rank>;

class WindowKeys {
public:
    // `communicators` is null if all windows belong to all ranks.
    WindowKeys(const Scenario& scenario, const Communicators* communicators)
        : ranks_(scenario.ranks), communicators_(communicators), nth_(scenario.ranks, 0) {}

    // Records that a running program creates a window. `nth` is the number of windows created before this window.
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
    // Returns the communicator rank of `rank` in the window's group.
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
    ByWindow<std::uint32_t> nth_;  // the second number of each window's key, in running programs; else empty
};

}  // namespace rmasim::sim::usage
