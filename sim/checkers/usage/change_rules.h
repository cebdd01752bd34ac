// WIN_CHANGE_COMM: all ranks that call it together name the same peer.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"
#include "sim/checkers/usage/window_key.h"

#include <map>
#include <vector>

namespace rmasim::sim::usage {

class ChangeRules {
public:
    // `sizes`: by window, how many ranks have it from the start; 0: all of those that are in its communicator. What is
    // referred to outlives this object.
    ChangeRules(const HappensBefore& happens_before, const WindowKeys& keys, std::vector<Rank> sizes)
        : happens_before_(happens_before), keys_(keys), sizes_(std::move(sizes)) {}

    // Raises BrokenBetween.
    void change_began(const Thread& thread, const CallRequest& call);
    void clear() { changes_.clear(); }

private:
    // The change under way, or the last one. No rank begins the next before all of both groups are in this one.
    struct Change {
        CallRecord first;  // of the rank that came first
        Rank peer = no_rank;
        Rank size = 0;     // of the window's group, afterwards
        Rank missing = 0;  // ranks that have not begun
    };
    Change& change_of(Rank rank, WindowId window);

    const HappensBefore& happens_before_;
    const WindowKeys& keys_;
    std::vector<Rank> sizes_;
    std::map<WindowKey, Change> changes_;
};

}  // namespace rmasim::sim::usage
