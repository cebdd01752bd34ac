// Sizes of what a large run has many of, as assertions.
#pragma once

#include <cstddef>

namespace rmasim {

// Exactly so many bytes where addresses have 64 bits, no more where they are shorter.
template <class Item, std::size_t bytes>
constexpr bool has_size = sizeof(void*) == 8 ? sizeof(Item) == bytes : sizeof(Item) <= bytes;

}  // namespace rmasim
