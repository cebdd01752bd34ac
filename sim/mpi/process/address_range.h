// A range of addresses.
#pragma once

#include <cstddef>

namespace rmasim::hosting {

struct AddressRange {
    char* begin = nullptr;
    char* end = nullptr;
    bool contains(const void* address) const { return address >= begin && address < end; }
    std::size_t bytes() const { return static_cast<std::size_t>(end - begin); }
};

}  // namespace rmasim::hosting
