// The contents of windows as a file has them: window by window, within a window rank by rank, each from its first byte
// to its last one.
#pragma once

#include "sim/machine/memory/window_memory.h"
#include "sim/scenario/model/rank_range.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace rmasim::sim {

// Takes contents one after the other.
class ContentsSink {
public:
    virtual ~ContentsSink() = default;
    // So many that were never written.
    virtual void zeros(std::uint64_t bytes) = 0;
    virtual void bytes(std::span<const std::byte> bytes) = 0;
};

// Of one window at these ranks, which the memory has.
void give_contents(const Scenario& scenario, const WindowMemory& memory, WindowId window, RankRange ranks,
                   ContentsSink& to);

}  // namespace rmasim::sim
