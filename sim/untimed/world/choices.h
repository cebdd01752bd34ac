// The interface for choices inside a step of the untimed world. The driver of a world implements this interface.
#pragma once

#include <cstddef>

namespace rmasim::sim {

// Makes two kinds of choices. If a step enables several calls of a rank, it selects the call that continues first. If
// memory is not sequentially consistent, it selects the value of a load or the moment of a store.
class Choices {
public:
    virtual ~Choices() = default;
    virtual std::size_t pick(std::size_t alternatives) = 0;  // returns 0 to alternatives - 1
};

}  // namespace rmasim::sim
