// Many FIFO lists of small keys that share one pool of memory. A list is a chain of chunks, so a loop over the keys of
// a list reads memory mostly sequentially.
#pragma once

#include "sim/machine/engine/block_pool.h"

#include <array>
#include <cstdint>

namespace rmasim::sim {

template <class Key>
class KeyLists {
    struct Chunk;

public:
    class List {
    public:
        bool empty() const { return head_ == nullptr; }

    private:
        friend class KeyLists;
        Chunk* head_ = nullptr;
        Chunk* tail_ = nullptr;
        std::uint32_t end_ = 0;  // number of keys in the last chunk
    };

    void append(List& list, const Key& key) {
        if (list.head_ == nullptr) {
            list.head_ = list.tail_ = chunks_.take();
            list.end_ = 0;
        } else if (list.end_ == chunk_size) {
            list.tail_ = list.tail_->next = chunks_.take();
            list.end_ = 0;
        }
        list.tail_->keys[list.end_++] = key;
    }

    // Visits the keys in the order in which they were appended, and frees the list's memory. `visit` may append to
    // other lists.
    template <class Visit>
    void take_all(List list, Visit visit) {
        while (list.head_ != nullptr) {
            Chunk* const chunk = list.head_;
            const bool is_last = chunk == list.tail_;
            const std::uint32_t end = is_last ? list.end_ : chunk_size;
            for (std::uint32_t i = 0; i < end; ++i) visit(chunk->keys[i]);
            list.head_ = is_last ? nullptr : chunk->next;
            chunks_.give_back(chunk);
        }
    }

private:
    static constexpr std::uint32_t chunk_size = 31;

    struct Chunk {
        std::array<Key, chunk_size> keys;
        Chunk* next;
    };

    BlockPool<Chunk> chunks_;
};

}  // namespace rmasim::sim
