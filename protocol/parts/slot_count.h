// The number of slots of a table that are not empty. A traversal stops after the last of these slots (NR-TABLE-4).
#pragma once

#include <cstdint>

namespace rmasim {

class SlotCount {
public:
    void one_more();
    void one_less();
    std::uint32_t value() const { return value_; }

private:
    std::uint32_t value_ = 0;
};

}  // namespace rmasim
