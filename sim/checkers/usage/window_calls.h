// The order of collective calls on a window: FENCE, WIN_CREATE and WIN_FREE. The n-th calls of all ranks of the window
// must be the same call. Other calls never complete together: the rank that calls second waits in vain, as in a
// library, and the report names both calls.
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

    // A rank begins one of these calls. Returns the call that another rank made in its place, if it is another call;
    // otherwise null. The record is valid until the next call of this object.
    const CallRecord* began(const Thread& thread, const CallRequest& call);
    void clear() { windows_.clear(); }

private:
    struct Round {
        CallRecord first;  // by the first rank that called
        Rank begun = 0;
    };
    struct Calls {
        std::vector<std::uint32_t> begun;  // number of calls, by communicator rank
        std::deque<Round> rounds;          // rounds that some ranks have not begun
        std::uint32_t over = 0;            // number of rounds that all ranks have begun
    };

    const HappensBefore& happens_before_;
    const WindowKeys& keys_;
    std::map<WindowKey, Calls> windows_;
};

}  // namespace rmasim::sim::usage
