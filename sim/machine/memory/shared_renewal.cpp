// Renewal of shared memory. A window segment that is created again is new memory, so store buffers, caches and
// histories drop its words.
#include "sim/machine/memory/shared_memory.h"

#include <cstring>

namespace rmasim::sim {

void SharedMemory::renew(WindowId window, Rank owner) {
    const Segment& segment = segments_[window];
    const Word count = segment.bytes_per_rank / word_bytes;
    const Word first = segment.first + static_cast<Word>(owner) * count;
    const auto is_there = [&](Word word) { return word >= first && word < first + count; };
    const NodeRanks node = node_of(owner);
    for (Rank rank = node.first; rank < node.first + node.size; ++rank) {
        StoreBuffer& buffer = view(rank).buffer;
        for (std::size_t i = buffer.size(); i-- > 0;) {
            if (is_there(buffer[i].word)) waiting(owner).remove(buffer.take(i).word);
        }
        PrivateCache* const cache = view(rank).cache.get();
        for (CacheLine* line = cache == nullptr ? nullptr : cache->next(first / line_words);
             line != nullptr && is_there(line->number * line_words);) {
            const std::uint64_t number = line->number;
            cache->drop(number);
            line = cache->next(number + 1);
        }
    }
    history(owner).drop(is_there);
    std::erase_if(late_, [&](const Late& late) { return is_there(late.word); });
    std::memset(address(first), 0, segment.bytes_per_rank);
    if (footprint_ == nullptr) return;
    for (Word word = first; word < first + count; ++word) note(word, Touch::write);
}

}  // namespace rmasim::sim
