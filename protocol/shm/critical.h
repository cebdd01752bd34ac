// The state of an accumulate that has not returned, with the mutexes that it holds.
#pragma once

#include "protocol/base/world.h"
#include "protocol/shm/active_operation.h"

namespace rmasim::shm {

struct Critical {
    Window& window;
    const Operation& operation;
    Payload operand;  // the origin's data; COMPARE_AND_SWAP: the new value and the value to compare with
    Payload fetched;  // the previous contents; null if the operation does not fetch
    // The mutexes of regions `begin` to `end` - 1 are held.
    std::uint32_t begin;
    std::uint32_t end;

    MutexId mutex(std::uint32_t region) const { return {operation.target, operation.window, region}; }
};

}  // namespace rmasim::shm
