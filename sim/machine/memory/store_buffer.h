// The store buffer of a rank. It contains the rank's stores that have not reached memory, oldest first.
#pragma once

#include "protocol/base/types.h"
#include "sim/machine/memory/ring.h"
#include "sim/machine/memory/word.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace rmasim::sim {

struct BufferedStore {
    Word word = 0;
    Bytes mask = 0;
    Bytes bytes = 0;
    std::uint64_t serial = 0;       // serial number of the store (shared_blame.cpp explains serials)
    std::int64_t leaves_at_ps = 0;  // chosen by MemoryChoices
};

class StoreBuffer : public Ring<BufferedStore> {
public:
    static constexpr std::size_t none = ~std::size_t{0};

    // Returns the index of the oldest store to `word` that writes at least one of the bytes in `mask`; `none` if there
    // is no such store.
    std::size_t oldest(Word word, Bytes mask) const;
    // Returns the index of the newest store to `word`; `none` if there is no such store.
    std::size_t newest_of(Word word) const;
    // Store-to-load forwarding: sets in `bytes` the newest buffered value of each byte of `wanted`. Returns the mask of
    // the wanted bytes that are not in the buffer.
    Bytes forward(Word word, Bytes wanted, Bytes& bytes) const;
};

// A counting Bloom filter with one hash function. For a word, the filter returns the ranks of a node that may have a
// store to this word in their store buffers. Most words are in no buffer, and most other words are in the buffer of one
// rank. So an access usually searches at most one buffer instead of all buffers of the node.
class BufferedWords {
public:
    // `max` is the maximum number of stores in all buffers of the node.
    explicit BufferedWords(std::size_t max) : bits_(bits_for(max)), buckets_(1) {}

    void add(Rank rank, Word word) {
        if (mask_ == 0) make_buckets();
        Bucket& bucket = buckets_[bucket_of(word)];
        ++bucket.stores;
        bucket.ranks |= bit(rank);
    }
    void remove(Word word) {
        Bucket& bucket = buckets_[bucket_of(word)];
        if (--bucket.stores == 0) bucket.ranks = 0;
    }
    bool may_have(Word word) const { return buckets_[bucket_of(word)].stores != 0; }
    bool may_have(Rank rank, Word word) const { return (buckets_[bucket_of(word)].ranks & bit(rank)) != 0; }

private:
    struct Bucket {
        std::uint32_t stores = 0;
        std::uint32_t ranks = 0;  // bit i represents the ranks r with r % 32 == i
    };
    static constexpr std::size_t max_bits = 16;
    // Returns the base-2 logarithm of the number of buckets. At most half of the buckets are in use.
    static unsigned bits_for(std::size_t max) {
        return static_cast<unsigned>(std::min<std::size_t>(std::bit_width(2 * max), max_bits));
    }
    static std::uint32_t bit(Rank rank) { return std::uint32_t{1} << (static_cast<std::uint32_t>(rank) % 32); }
    // Returns the index of a word's bucket. Consecutive words have consecutive buckets, which are often in the same
    // cache line. The distance of two ranks' segments is never a power of two (SharedMemory::lay_out). So corresponding
    // words of the segments do not share buckets more often than other words.
    std::size_t bucket_of(Word word) const { return static_cast<std::size_t>(word) & mask_; }
    void make_buckets();

    unsigned bits_;
    std::size_t mask_ = 0;         // the bits of a word that select its bucket
    std::vector<Bucket> buckets_;  // has one element until the first store
};

}  // namespace rmasim::sim
