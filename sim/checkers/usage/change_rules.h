// The rule of WIN_CHANGE_COMM, a call that changes the group of a window: all ranks that call it for the same change
// must name the same communicator and the same peer.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/group_changes.h"
#include "sim/checkers/usage/call_record.h"
#include "sim/scenario/model/scenario.h"

#include <map>
#include <utility>

namespace rmasim::sim::usage {

class ChangeRules {
public:
    // `communicators` is null if all windows belong to all ranks. All arguments must outlive this object.
    ChangeRules(const HappensBefore& happens_before, const Scenario& scenario, const Communicators* communicators);

    // Raises BrokenBetween if another rank has named a different communicator or a different peer for the same change.
    void change_began(const Thread& thread, const CallRequest& call);
    void clear();

private:
    // The arguments of a call.
    struct Named {
        CallRecord call;
        Rank peer = no_rank;
        RankGroup now{0};
    };
    static void require_equal(const Named& mine, const Named& theirs);

    const HappensBefore& happens_before_;
    GroupChanges<Named> changes_;                          // the data of a change is the call of its first member
    std::map<std::pair<WindowId, Rank>, Named> entering_;  // calls of new members before any member's call
};

}  // namespace rmasim::sim::usage
