// Accumulates and COMPARE_AND_SWAP in shared memory. These operations read and change the current value in memory,
// without store buffers.
#include "sim/machine/memory/shared_memory.h"

namespace rmasim::sim {

// Begins an atomic operation, which acts like a locked instruction. First the rank's own store buffer is drained: all
// stores under tso, only stores to these words under weak. Then buffered stores of other ranks to these words may reach
// memory; `choices_` decides.
void SharedMemory::prepare_atomic(Rank by, const std::byte* at, std::size_t bytes) {
    View& own = view(by);
    const std::int64_t now_ps = choices_->now_ps(by);
    for_each_word(offset(at), bytes, [&](Word word, std::size_t first, std::size_t count) {
        if (own.cache) bypass_cache(by, word);
        if (settings_.order == MemoryOrder::tso) drain(by, now_ps);
        const std::size_t newest = waiting(by).may_have(by, word) ? own.buffer.newest_of(word) : StoreBuffer::none;
        if (newest != StoreBuffer::none) leave_with_those_before(by, newest, now_ps);
        const Bytes mask = mask_of(first, count);
        note(word, Touch::read);
        touch(by, word, mask, now_ps);
        if (without_.any()) {
            blame_buffers(by, word, mask, memory_word(word), false);
            blame_late(by, word, mask);
        }
    });
}

void SharedMemory::note_ahead(const std::byte* at, std::size_t bytes) {
    for_each_word(offset(at), bytes, [&](Word word, std::size_t, std::size_t) { note(word, Touch::add); });
}

void SharedMemory::take(Rank by, const std::byte* from, std::byte* to, std::size_t bytes) {
    std::memcpy(to, from, bytes);
    for_each_word(offset(from), bytes, [&](Word word, std::size_t, std::size_t) {
        note(word, Touch::read);
        if (early_) has_seen(by, word, serial_);
    });
}

void SharedMemory::begin_change(const std::byte* at, std::size_t bytes) {
    before_.clear();
    for_each_word(offset(at), bytes,
                  [&](Word word, std::size_t, std::size_t) { before_.push_back(memory_word(word)); });
}

void SharedMemory::end_change(Rank by, const std::byte* at, std::size_t bytes) {
    std::size_t nth = 0;
    for_each_word(offset(at), bytes, [&](Word word, std::size_t first, std::size_t count) {
        note(word, Touch::write);
        if (remembers_) {
            remember({.word = word,
                      .mask = mask_of(first, count),
                      .bytes = before_[nth],
                      .writer = by,
                      .at_ps = choices_->now_ps(by)});
        }
        ++nth;
    });
}

}  // namespace rmasim::sim
