// The store buffer of a rank: stores that have not reached memory yet, oldest first.
#pragma once

#include "protocol/base/types.h"
#include "sim/memory/word.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace rmasim::sim {

struct BufferedStore {
    Word word = 0;
    Bytes mask = 0;
    Bytes bytes = 0;
    std::uint64_t serial = 0;       // when it was stored; see shared_blame.cpp
    std::int64_t leaves_at_ps = 0;  // decided by Fate
};

class StoreBuffer {
public:
    static constexpr std::size_t none = ~std::size_t{0};

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    const BufferedStore& operator[](std::size_t index) const { return ring_[place(index)]; }
    // Not empty.
    const BufferedStore& newest() const { return (*this)[size_ - 1]; }

    void push(const BufferedStore& store) {
        if (size_ == capacity_) grow();
        ring_[place(size_++)] = store;
    }
    BufferedStore take(std::size_t index) {
        const BufferedStore taken = (*this)[index];
        for (std::size_t i = index; i > 0; --i) ring_[place(i)] = ring_[place(i - 1)];
        first_ = place(1);
        --size_;
        return taken;
    }
    void clear() { size_ = 0; }

    // The oldest store to `word` that has bytes of `mask`; `none` if there is none.
    std::size_t oldest(Word word, Bytes mask) const;
    // The newest store to `word`; `none` if there is none.
    std::size_t newest_of(Word word) const;
    // Store-to-load forwarding: sets in `bytes` the newest buffered value of each byte of `wanted`. Returns the mask of
    // the bytes that are not in the buffer.
    Bytes forward(Word word, Bytes wanted, Bytes& bytes) const;

private:
    std::size_t place(std::size_t index) const { return (first_ + index) & (capacity_ - 1); }
    void grow();

    std::vector<BufferedStore> ring_;  // grows with use
    std::size_t capacity_ = 0;         // its size: 0 or a power of two
    std::size_t first_ = 0;            // where the oldest one is
    std::size_t size_ = 0;
};

// Which ranks of a node may have a store to a word in their buffer: a counting Bloom filter with one hash. Most words
// wait nowhere, and of those that do most wait at one rank; so an access searches no buffer or one, not all of its
// node.
class BufferedWords {
public:
    // `most`: stores that the node's buffers hold at most.
    explicit BufferedWords(std::size_t most) : bits_(bits_for(most)), buckets_(1) {}

    void add(Rank rank, Word word) {
        if (mask_ == 0) make_buckets();
        Bucket& bucket = buckets_[place(word)];
        ++bucket.stores;
        bucket.ranks |= bit(rank);
    }
    void remove(Word word) {
        Bucket& bucket = buckets_[place(word)];
        if (--bucket.stores == 0) bucket.ranks = 0;
    }
    bool may_have(Word word) const { return buckets_[place(word)].stores != 0; }
    bool may_have(Rank rank, Word word) const { return (buckets_[place(word)].ranks & bit(rank)) != 0; }

private:
    struct Bucket {
        std::uint32_t stores = 0;
        std::uint32_t ranks = 0;  // a bit for every 32nd rank
    };
    static constexpr std::size_t most_bits = 16;
    // At most half of the buckets are in use.
    static unsigned bits_for(std::size_t most) {
        return static_cast<unsigned>(std::min<std::size_t>(std::bit_width(2 * most), most_bits));
    }
    static std::uint32_t bit(Rank rank) { return std::uint32_t{1} << (static_cast<std::uint32_t>(rank) % 32); }
    // Neighbouring words have neighbouring buckets, for the sake of the processor's cache. The parts of two ranks are
    // never a power of two apart (SharedMemory::lay_out), so their words do not share buckets more often than others.
    std::size_t place(Word word) const { return static_cast<std::size_t>(word) & mask_; }
    void make_buckets();

    unsigned bits_;
    std::size_t mask_ = 0;         // of the bits of a word that tell its bucket
    std::vector<Bucket> buckets_;  // one; all are made for the first store
};

}  // namespace rmasim::sim
