#include "sim/machine/memory/store_buffer.h"

namespace rmasim::sim {

void BufferedWords::make_buckets() {
    buckets_.resize(std::size_t{1} << bits_);
    mask_ = buckets_.size() - 1;
}

std::size_t StoreBuffer::oldest(Word word, Bytes mask) const {
    for (std::size_t i = 0; i < size(); ++i) {
        if ((*this)[i].word == word && ((*this)[i].mask & mask) != 0) return i;
    }
    return none;
}

std::size_t StoreBuffer::newest_of(Word word) const {
    for (std::size_t i = size(); i-- > 0;) {
        if ((*this)[i].word == word) return i;
    }
    return none;
}

Bytes StoreBuffer::forward(Word word, Bytes wanted, Bytes& bytes) const {
    for (std::size_t i = size(); i-- > 0 && wanted != 0;) {
        const BufferedStore& store = (*this)[i];
        if (store.word != word) continue;
        bytes = merged(bytes, store.bytes, store.mask & wanted);
        wanted &= ~store.mask;
    }
    return wanted;
}

}  // namespace rmasim::sim
