// Prefetching of memory that will be accessed soon. A prefetch is only a hint and has no visible effect.
#pragma once

#include <cstddef>

namespace rmasim {

inline constexpr std::size_t cache_line_bytes = 64;

// Prefetches the cache line that contains `memory`. Null is allowed and does nothing.
inline void prefetch_line(const void* memory) {
    if (memory != nullptr) __builtin_prefetch(memory);
}

// Prefetches all cache lines of the `bytes` bytes at `memory`. Null is allowed and does nothing.
template <std::size_t bytes>
void prefetch(const void* memory) {
    if (memory == nullptr) return;
    const auto* const first = static_cast<const char*>(memory);
    // A range that does not begin at a cache line may extend into one more line.
    for (std::size_t at = 0; at < bytes; at += cache_line_bytes) __builtin_prefetch(first + at);
    if (bytes > 1) __builtin_prefetch(first + bytes - 1);
}

}  // namespace rmasim
