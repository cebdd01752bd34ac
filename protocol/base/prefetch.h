// Prefetching of memory that will be touched soon. Only a hint: it has no visible effect.
#pragma once

#include <cstddef>

namespace rmasim {

inline constexpr std::size_t cache_line_bytes = 64;

// Null is allowed in both and does nothing.

// The cache line that `memory` lies in.
inline void prefetch_line(const void* memory) {
    if (memory != nullptr) __builtin_prefetch(memory);
}

// All cache lines of `bytes` bytes from `memory` on. Memory that begins within a line ends in one more.
template <std::size_t bytes>
void prefetch(const void* memory) {
    if (memory == nullptr) return;
    const auto* const first = static_cast<const char*>(memory);
    for (std::size_t at = 0; at < bytes; at += cache_line_bytes) __builtin_prefetch(first + at);
    if (bytes > 1) __builtin_prefetch(first + bytes - 1);
}

}  // namespace rmasim
