// What a step leaves open, and whoever drives a world without a clock decides.
#pragma once

#include <cstddef>

namespace rmasim::sim {

// Which of several calls of one rank goes on first, when a step sets several free; what a memory does that is not
// sequentially consistent.
class Picks {
public:
    virtual ~Picks() = default;
    virtual std::size_t pick(std::size_t alternatives) = 0;  // 0 to alternatives - 1
};

}  // namespace rmasim::sim
