// What a rank has stored and memory does not have yet, oldest first.
#pragma once

#include "sim/memory/word.h"

#include <vector>

namespace rmasim::sim {

struct BufferedStore {
    Word word = 0;
    Bytes mask = 0;
    Bytes bytes = 0;
    std::uint64_t serial = 0;       // when it came; see SharedMemory
    std::int64_t leaves_at_ps = 0;  // as Fate had it
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

    // The oldest store to `word` that has bytes of `mask`.
    std::size_t oldest(Word word, Bytes mask) const;
    // The newest store to `word`.
    std::size_t newest_of(Word word) const;
    // Adds to `bytes` the newest value of each byte of `wanted` that is here; returns the bytes that are not.
    Bytes forward(Word word, Bytes wanted, Bytes& bytes) const;

private:
    std::vector<BufferedStore> stores_;  // from `first_` on
    std::size_t first_ = 0;
};

// Whether a word may be in any buffer: no for sure, or perhaps. Most words are not, and finding out is quick.
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
