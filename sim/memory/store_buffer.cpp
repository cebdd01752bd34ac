#include "sim/memory/store_buffer.h"

#include <utility>

namespace rmasim::sim {

void StoreBuffer::grow() {
    constexpr std::size_t least = 4;
    std::vector<BufferedStore> larger(std::max(least, 2 * capacity_));
    for (std::size_t i = 0; i < size_; ++i) larger[i] = (*this)[i];
    ring_ = std::move(larger);
    capacity_ = ring_.size();
    first_ = 0;
}

void BufferedWords::make_buckets() {
    buckets_.resize(std::size_t{1} << bits_);
    mask_ = buckets_.size() - 1;
}

std::size_t StoreBuffer::oldest(Word word, Bytes mask) const {
    for (std::size_t i = 0; i < size_; ++i) {
        if ((*this)[i].word == word && ((*this)[i].mask & mask) != 0) return i;
    }
    return none;
}

std::size_t StoreBuffer::newest_of(Word word) const {
    for (std::size_t i = size_; i-- > 0;) {
        if ((*this)[i].word == word) return i;
    }
    return none;
}

Bytes StoreBuffer::forward(Word word, Bytes wanted, Bytes& bytes) const {
    for (std::size_t i = size_; i-- > 0 && wanted != 0;) {
        const BufferedStore& store = (*this)[i];
        if (store.word != word) continue;
        bytes = merged(bytes, store.bytes, store.mask & wanted);
        wanted &= ~store.mask;
    }
    return wanted;
}

}  // namespace rmasim::sim
