// The rule of WIN_CHANGE_COMM: all ranks that call it together name the same peer.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"
#include "sim/checkers/usage/window_key.h"

#include <map>
#include <vector>

namespace rmasim::sim::usage {

class ChangeRules {
public:
    // `sizes`: by window, the initial number of ranks that have it; 0: all ranks of its communicator. All arguments
    // must outlive this object.
    ChangeRules(const HappensBefore& happens_before, const WindowKeys& keys, std::vector<Rank> sizes)
        : happens_before_(happens_before), keys_(keys), sizes_(std::move(sizes)) {}

    // Raises BrokenBetween.
    void change_began(const Thread& thread, const CallRequest& call);
    void clear() { changes_.clear(); }

private:
    // The current change of a window, or the last one. No rank begins the next change before all ranks of both groups
    // have begun this one.
    struct Change {
        CallRecord first;  // by the first rank that called
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
