// Reads the contents of windows, in the order in which a file of window contents has them: window by window, in a
// window rank by rank, and in a segment from the first byte to the last.
#pragma once

#include "sim/machine/memory/window_memory.h"
#include "sim/scenario/model/rank_range.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace rmasim::sim {

// Receives contents in consecutive ranges.
class ContentsSink {
public:
    virtual ~ContentsSink() = default;
    // Receives `bytes` zeros, for bytes that were never written.
    virtual void zeros(std::uint64_t bytes) = 0;
    virtual void bytes(std::span<const std::byte> bytes) = 0;
};

// Passes the contents of one window at the given ranks to `to`. Precondition: `memory` has these ranks.
void give_contents(const Scenario& scenario, const WindowMemory& memory, WindowId window, RankRange ranks,
                   ContentsSink& to);

}  // namespace rmasim::sim
