// The interface for choices inside a step of the untimed world. The driver of the world implements it.
#pragma once

#include <cstddef>

namespace rmasim::sim {

// Chooses which of several calls of a rank continues first, if a step enables several of them, and the effect of memory
// that is not sequentially consistent.
class Choices {
public:
    virtual ~Choices() = default;
    virtual std::size_t pick(std::size_t alternatives) = 0;  // 0 to alternatives - 1
};

}  // namespace rmasim::sim
