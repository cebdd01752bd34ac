// Choices inside a step of the untimed world; the driver of the world makes them.
#pragma once

#include <cstddef>

namespace rmasim::sim {

// Which of several calls of a rank is resumed first, if a step makes several ready; and what a memory does that is not
// sequentially consistent.
class Choices {
public:
    virtual ~Choices() = default;
    virtual std::size_t pick(std::size_t alternatives) = 0;  // 0 to alternatives - 1
};

}  // namespace rmasim::sim
