// The n-th fences of all ranks that have a window: if one has NOPRECEDE or NOSUCCEED, all have it.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"
#include "sim/checkers/usage/window_key.h"

#include <map>
#include <utility>

namespace rmasim::sim::usage {

class FenceRules {
public:
    // Both outlive this object.
    FenceRules(const HappensBefore& happens_before, const WindowKeys& windows)
        : happens_before_(happens_before), windows_(windows) {}

    // Raises ErroneousProgram. `nth`: the number of the fence, from 1.
    void fence_began(const Thread& thread, const CallRequest& call, std::uint32_t nth);
    void clear() { fences_.clear(); }

private:
    struct Fence {
        CallRecord first;  // of the rank that came first
        Assert asserts = Assert::none;
        Rank begun = 0;
    };
    const HappensBefore& happens_before_;
    const WindowKeys& windows_;
    std::map<std::pair<WindowKey, std::uint32_t>, Fence> fences_;  // those that not all ranks have begun
};

}  // namespace rmasim::sim::usage
