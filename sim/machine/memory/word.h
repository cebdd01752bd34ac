// The words of shared memory. A word has 8 bytes and is aligned. Words are numbered consecutively across all shared
// windows of a scenario. A mask selects bytes of a word: all bits of these bytes are 1, and all other bits are 0.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rmasim::sim {

using Word = std::uint64_t;   // the number of a word
using Bytes = std::uint64_t;  // the contents of a word, in memory order; or a mask

inline constexpr std::size_t word_bytes = 8;
inline constexpr std::size_t line_words = 8;  // words in a cache line
inline constexpr Bytes all_bytes = ~Bytes{0};

// Returns the mask of `count` bytes from byte `first` on. Precondition: first + count <= 8.
inline Bytes mask_of(std::size_t first, std::size_t count) {
    if (count == word_bytes) return all_bytes;
    unsigned char bytes[word_bytes] = {};
    std::memset(bytes + first, 0xFF, count);
    Bytes mask;
    std::memcpy(&mask, bytes, sizeof mask);
    return mask;
}

constexpr Bytes merged(Bytes under, Bytes over, Bytes mask) { return (under & ~mask) | (over & mask); }

// Splits the range of `bytes` bytes from `offset` on into words. Calls `use` for each word. The arguments are the
// word's number, the index (0..7) of the word's first byte in the range, and the number of the word's bytes in the
// range.
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
