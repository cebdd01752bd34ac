// The calls of WIN_CHANGE_COMM of one execution of a test program. All ranks of the old and the new group call it, and
// no rank returns before all of them have called.
#pragma once

#include "tests/memmodel/program.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

namespace rmasim::memmodel_test {

class ChangesAtWork {
public:
    // Rank 0 takes part in each change, since it is in every group.
    explicit ChangesAtWork(const Program& program) {
        Rank members = program.members > 0 ? program.members : static_cast<Rank>(program.ranks());
        for (const Step& step : program.steps.front().front()) {
            if (step.call.call != Call::win_change_comm) continue;
            const Rank all = std::max(members, static_cast<Rank>(step.flag));
            changes_.push_back({all, all});
            members = static_cast<Rank>(step.flag);
        }
    }
    // The call belongs to the next change in which the rank takes part, even if others have not begun earlier changes.
    void begin(Rank rank) {
        std::size_t change = change_of_.contains(rank) ? change_of_[rank] + 1 : 0;
        while (rank >= changes_[change].ranks) ++change;
        --changes_[change].missing;
        change_of_[rank] = change;
    }
    bool may_return(Rank rank) const { return changes_[change_of_.at(rank)].missing == 0; }

private:
    struct Change {
        Rank ranks, missing;  // the ranks below `ranks` take part
    };
    std::vector<Change> changes_;            // in the order of the program
    std::map<Rank, std::size_t> change_of_;  // by rank: its last change
};

}  // namespace rmasim::memmodel_test
