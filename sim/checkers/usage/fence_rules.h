// The n-th fences of all ranks on a window: if one has NOPRECEDE or NOSUCCEED, all have it.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/call_record.h"

#include <map>
#include <utility>

namespace rmasim::sim::usage {

class FenceRules {
public:
    FenceRules(const HappensBefore& happens_before, Rank ranks) : happens_before_(happens_before), ranks_(ranks) {}

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
    Rank ranks_;
    std::map<std::pair<WindowId, std::uint32_t>, Fence> fences_;  // those that not all ranks have begun
};

}  // namespace rmasim::sim::usage
