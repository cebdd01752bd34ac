#include "sim/memory/store_buffer.h"

namespace rmasim::sim {

BufferedStore StoreBuffer::take(std::size_t index) {
    const BufferedStore taken = stores_[first_ + index];
    if (index == 0) {
        if (++first_ == stores_.size()) clear();
    } else {
        stores_.erase(stores_.begin() + static_cast<std::ptrdiff_t>(first_ + index));
    }
    if (first_ > 64 && first_ > stores_.size() / 2) {
        stores_.erase(stores_.begin(), stores_.begin() + static_cast<std::ptrdiff_t>(first_));
        first_ = 0;
    }
    return taken;
}

void StoreBuffer::clear() {
    stores_.clear();
    first_ = 0;
}

std::size_t StoreBuffer::oldest(Word word, Bytes mask) const {
    for (std::size_t i = first_; i < stores_.size(); ++i) {
        if (stores_[i].word == word && (stores_[i].mask & mask) != 0) return i - first_;
    }
    return none;
}

std::size_t StoreBuffer::newest_of(Word word) const {
    for (std::size_t i = stores_.size(); i-- > first_;) {
        if (stores_[i].word == word) return i - first_;
    }
    return none;
}

Bytes StoreBuffer::forward(Word word, Bytes wanted, Bytes& bytes) const {
    for (std::size_t i = stores_.size(); i-- > first_ && wanted != 0;) {
        const BufferedStore& store = stores_[i];
        if (store.word != word) continue;
        bytes = merged(bytes, store.bytes, store.mask & wanted);
        wanted &= ~store.mask;
    }
    return wanted;
}

}  // namespace rmasim::sim
