// The interface for choices inside a step of the untimed world. Such a choice is called a pick. The driver, which
// chooses the order of steps, implements this interface and makes the picks.
#pragma once

#include <cstddef>

namespace rmasim::sim {

// Makes two kinds of choices. If a step enables several calls of a rank, `pick` selects the call that continues first.
// If memory is not sequentially consistent, `pick` selects the value that a load returns, or selects if a store reaches
// memory.
class Choices {
public:
    virtual ~Choices() = default;
    virtual std::size_t pick(std::size_t alternatives) = 0;  // returns 0 to alternatives - 1
};

}  // namespace rmasim::sim
