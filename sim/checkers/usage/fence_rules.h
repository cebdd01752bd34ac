// The rule of NOPRECEDE and NOSUCCEED: if one of the n-th fences of the ranks of a window has such an assertion, all
// have it.
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

    // Raises ErroneousProgram. `nth`: the number of the fence, from 1.
    void fence_began(const Thread& thread, const CallRequest& call, std::uint32_t nth);
    void clear() { fences_.clear(); }

private:
    struct Fence {
        CallRecord first;  // by the first rank that called
        Assert asserts = Assert::none;
        Rank begun = 0;
    };
    const HappensBefore& happens_before_;
    const WindowKeys& windows_;
    std::map<std::pair<WindowKey, std::uint32_t>, Fence> fences_;  // fences that some ranks have not begun
};

}  // namespace rmasim::sim::usage
