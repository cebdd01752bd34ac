// The rule of WIN_CHANGE_COMM, a call that changes the group of a window: all ranks that call it for the same change
// must pass the same argument `peer`.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"
#include "sim/checkers/usage/window_key.h"

#include <map>
#include <vector>

namespace rmasim::sim::usage {

class ChangeRules {
public:
    // `sizes` has for each window the initial number of ranks that have the window; 0 means all ranks of its
    // communicator. The other arguments must outlive this object.
    ChangeRules(const HappensBefore& happens_before, const WindowKeys& keys, std::vector<Rank> sizes)
        : happens_before_(happens_before), keys_(keys), sizes_(std::move(sizes)) {}

    // Raises BrokenBetween if another rank has passed a different argument `peer` for the same change.
    void change_began(const Thread& thread, const CallRequest& call);
    void clear() { changes_.clear(); }

private:
    // The most recent change of a window's group. No rank begins the next change before all ranks of the old group and
    // of the new group have begun this change.
    struct Change {
        CallRecord first;  // the call of the first rank that began the change
        Rank peer = no_rank;
        Rank size = 0;     // size of the window's group after the change
        Rank missing = 0;  // number of ranks that have not begun the change
    };
    Change& change_of(Rank rank, WindowId window);

    const HappensBefore& happens_before_;
    const WindowKeys& keys_;
    std::vector<Rank> sizes_;
    std::map<WindowKey, Change> changes_;
};

}  // namespace rmasim::sim::usage
