// The store buffer of a rank: stores that have not reached memory yet, oldest first.
#pragma once

#include "sim/memory/word.h"

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

    bool empty() const { return first_ == stores_.size(); }
    std::size_t size() const { return stores_.size() - first_; }
    const BufferedStore& operator[](std::size_t index) const { return stores_[first_ + index]; }
    const BufferedStore& newest() const { return stores_.back(); }

    void push(const BufferedStore& store) { stores_.push_back(store); }
    BufferedStore take(std::size_t index);
    void clear();

    // The oldest store to `word` that has bytes of `mask`; `none` if there is none.
    std::size_t oldest(Word word, Bytes mask) const;
    // The newest store to `word`; `none` if there is none.
    std::size_t newest_of(Word word) const;
    // Store-to-load forwarding: sets in `bytes` the newest buffered value of each byte of `wanted`. Returns the mask of
    // the bytes that are not in the buffer.
    Bytes forward(Word word, Bytes wanted, Bytes& bytes) const;

private:
    std::vector<BufferedStore> stores_;  // those before `first_` have left
    std::size_t first_ = 0;
};

// A counting Bloom filter with one hash: whether any buffer may have a store to a word. Most words have none, and then
// a load need not search the buffers.
class BufferedWords {
public:
    void add(Word word) { ++counts_[bucket(word)]; }
    void remove(Word word) { --counts_[bucket(word)]; }
    bool may_have(Word word) const { return counts_[bucket(word)] != 0; }

private:
    static constexpr unsigned bits = 12;
    static std::size_t bucket(Word word) { return static_cast<std::size_t>(word * 0x9E3779B97F4A7C15u >> (64 - bits)); }

    std::vector<std::uint32_t> counts_ = std::vector<std::uint32_t>(std::size_t{1} << bits, 0);
};

}  // namespace rmasim::sim
