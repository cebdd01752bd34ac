// The rule of the collective calls FENCE, WIN_CREATE and WIN_FREE on a window: the n-th of these calls must be the same
// call at all ranks of the window. If a rank's n-th call is different from that of the rank that was the first to begin
// its n-th call, the different call never returns, as in an MPI library. The report of the run then names both calls.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"
#include "sim/checkers/usage/window_key.h"

#include <deque>
#include <map>
#include <vector>

namespace rmasim::sim::usage {

inline constexpr CallSet window_collectives{Call::fence, Call::win_create, Call::win_free};

class WindowCalls {
public:
    // Both arguments must outlive this object.
    WindowCalls(const HappensBefore& happens_before, const WindowKeys& keys)
        : happens_before_(happens_before), keys_(keys) {}

    // Records that a rank begins its n-th call of FENCE, WIN_CREATE or WIN_FREE on a window. If the rank that was the
    // first to begin its n-th call made another call, returns the record of that call; otherwise returns null. The
    // record is valid until the next use of this object.
    const CallRecord* began(const Thread& thread, const CallRequest& call);
    // Forgets a window. All its ranks must have begun to free it.
    void window_freed(Rank rank, WindowId window) { windows_.erase(keys_.key(rank, window)); }
    void clear() { windows_.clear(); }

private:
    struct Round {
        CallRecord first;  // the call of the rank that was the first in this round
        Rank begun = 0;
    };
    struct Calls {
        std::vector<std::uint32_t> begun;  // number of calls, by communicator rank
        std::deque<Round> rounds;          // rounds that at least one rank has not begun
        std::uint32_t over = 0;            // number of rounds that all ranks have begun
    };

    const HappensBefore& happens_before_;
    const WindowKeys& keys_;
    std::map<WindowKey, Calls> windows_;
};

}  // namespace rmasim::sim::usage
