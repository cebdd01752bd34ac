// The rule of NOPRECEDE and NOSUCCEED: if one rank gives such an assertion to its n-th fence on a window, all ranks of
// the window must give the assertion to their n-th fence.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"
#include "sim/checkers/usage/window_key.h"

#include <map>
#include <utility>

namespace rmasim::sim::usage {

class FenceRules {
public:
    // Both arguments must outlive this object.
    FenceRules(const HappensBefore& happens_before, const WindowKeys& windows)
        : happens_before_(happens_before), windows_(windows) {}

    // Raises ErroneousProgram if the n-th fence of another rank has different assertions. `nth` is the number of the
    // fence, from 1.
    void fence_began(const Thread& thread, const CallRequest& call, std::uint32_t nth);
    void clear() { fences_.clear(); }

private:
    struct Fence {
        CallRecord first;  // the call of the first rank that began this fence
        Assert asserts = Assert::none;
        Rank begun = 0;
    };
    const HappensBefore& happens_before_;
    const WindowKeys& windows_;
    std::map<std::pair<WindowKey, std::uint32_t>, Fence> fences_;  // fences that at least one rank has not begun
};

}  // namespace rmasim::sim::usage
