// Compile-time checks of the sizes of objects that a large run has many of.
#pragma once

#include <cstddef>

namespace rmasim {

// True if Item has exactly `bytes` bytes, or at most `bytes` on machines with addresses shorter than 64 bits.
template <class Item, std::size_t bytes>
constexpr bool has_size = sizeof(void*) == 8 ? sizeof(Item) == bytes : sizeof(Item) <= bytes;

}  // namespace rmasim
