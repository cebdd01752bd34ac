// Shared memory is made of aligned words of 8 bytes, numbered through all shared windows of a scenario. What is done to
// a word concerns some of its bytes: a mask, with all bits of a byte set or none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rmasim::sim {

using Word = std::uint64_t;   // its number
using Bytes = std::uint64_t;  // what is in it, as it lies in memory; or a mask

inline constexpr std::size_t word_bytes = 8;
inline constexpr std::size_t line_words = 8;  // of a cache
inline constexpr Bytes all_bytes = ~Bytes{0};

// first + count <= 8.
inline Bytes mask_of(std::size_t first, std::size_t count) {
    unsigned char bytes[word_bytes] = {};
    std::memset(bytes + first, 0xFF, count);
    Bytes mask;
    std::memcpy(&mask, bytes, sizeof mask);
    return mask;
}

constexpr Bytes merged(Bytes under, Bytes over, Bytes mask) { return (under & ~mask) | (over & mask); }

// Calls `use` with each word of the bytes from `offset` on: its number, the first of its bytes that belongs to them,
// and how many do.
template <class Use>
void for_each_word(std::size_t offset, std::size_t bytes, Use use) {
    while (bytes > 0) {
        const std::size_t first = offset % word_bytes;
        const std::size_t count = std::min(bytes, word_bytes - first);
        use(Word{offset / word_bytes}, first, count);
        offset += count;
        bytes -= count;
    }
}

}  // namespace rmasim::sim
