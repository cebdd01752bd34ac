// One number of a window stands for as many windows as there are communicators that have one.
#pragma once

#include "sim/scenario/model/communicators.h"
#include "sim/scenario/model/scenario.h"

#include <utility>

namespace rmasim::sim::usage {

// The window's number, and the first rank of the communicator that has it; 0 for all ranks.
using WindowKey = std::pair<WindowId, Rank>;

class WindowKeys {
public:
    explicit WindowKeys(const Scenario& scenario)
        : ranks_(scenario.ranks), communicators_(scenario.communicators.get()) {}

    WindowKey key(Rank rank, WindowId window) const {
        const RankGroup* const group = group_of(rank, window);
        return {window, group == nullptr ? 0 : group->member(0)};
    }
    // How many ranks have it.
    Rank members(Rank rank, WindowId window) const {
        const RankGroup* const group = group_of(rank, window);
        return group == nullptr ? ranks_ : group->size();
    }

private:
    const RankGroup* group_of(Rank rank, WindowId window) const {
        return communicators_ == nullptr ? nullptr : communicators_->window_group(rank, window);
    }

    Rank ranks_;
    const CommunicatorTable* communicators_;
};

}  // namespace rmasim::sim::usage
