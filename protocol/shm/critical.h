// An accumulate under way, and the mutexes it has.
#pragma once

#include "protocol/base/world.h"
#include "protocol/shm/operation_under_way.h"

namespace rmasim::shm {

struct Critical {
    Window& window;
    const Operation& operation;
    Payload operand;  // its data; COMPARE_AND_SWAP: the new value and the one to compare
    Payload fetched;  // what was there before; null where nobody asks
    // Regions begin to end - 1 are held.
    std::uint32_t begin;
    std::uint32_t end;

    MutexId mutex(std::uint32_t region) const { return {operation.target, operation.window, region}; }
};

}  // namespace rmasim::shm
