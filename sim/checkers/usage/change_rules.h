// WIN_CHANGE_COMM: all ranks that call it together name the same peer.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"

#include <vector>

namespace rmasim::sim::usage {

class ChangeRules {
public:
    // `sizes`: by window, how many ranks have it from the start.
    ChangeRules(const HappensBefore& happens_before, std::vector<Rank> sizes)
        : happens_before_(happens_before), sizes_(std::move(sizes)) {
        clear();
    }

    // Raises BrokenBetween.
    void change_began(const Thread& thread, const CallRequest& call);
    void clear();

private:
    // The change under way, or the last one. No rank begins the next before all of both groups are in this one.
    struct Change {
        CallRecord first;  // of the rank that came first
        Rank peer = no_rank;
        Rank size = 0;     // of the window's group, afterwards
        Rank missing = 0;  // ranks that have not begun
    };
    const HappensBefore& happens_before_;
    std::vector<Rank> sizes_;
    std::vector<Change> changes_;  // by window
};

}  // namespace rmasim::sim::usage
