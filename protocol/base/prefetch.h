// Prefetching of memory that will be touched soon. Only a hint: it has no visible effect.
#pragma once

#include <cstddef>

namespace rmasim {

inline constexpr std::size_t cache_line_bytes = 64;

// All cache lines of `bytes` bytes from `memory` on. Null is allowed and does nothing.
template <std::size_t bytes>
void prefetch(const void* memory) {
    if (memory == nullptr) return;
    const auto* const first = static_cast<const char*>(memory);
    for (std::size_t at = 0; at < bytes; at += cache_line_bytes) __builtin_prefetch(first + at);
}

}  // namespace rmasim
