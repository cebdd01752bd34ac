// Memory that will be touched soon is brought close to the processor. A hint: nothing else comes of it.
#pragma once

#include <cstddef>

namespace rmasim {

inline constexpr std::size_t cache_line_bytes = 64;

// The lines of so many bytes; none where there is no memory.
template <std::size_t bytes>
void prefetch(const void* memory) {
    if (memory == nullptr) return;
    const auto* const first = static_cast<const char*>(memory);
    for (std::size_t at = 0; at < bytes; at += cache_line_bytes) __builtin_prefetch(first + at);
}

}  // namespace rmasim
