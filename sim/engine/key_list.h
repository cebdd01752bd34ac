// Many first-in-first-out lists of small keys that share their memory: chunks of keys behind one another, so that
// going through a list is going through memory.
#pragma once

#include "protocol/base/slab.h"

#include <array>
#include <cstdint>

namespace rmasim::sim {

// `Key` is trivially copyable.
template <class Key>
class KeyLists {
public:
    struct List {
        std::uint32_t head = 0;   // chunk
        std::uint32_t tail = 0;   // chunk
        std::uint32_t first = 0;  // key of the head that comes first
        std::uint32_t end = 0;    // key of the tail that is none any more; 0: the list is empty and has no chunk

        bool empty() const { return end == 0; }
    };

    void append(List& list, const Key& key) {
        if (list.empty()) {
            list.head = list.tail = chunks_.take();
            list.first = 0;
        } else if (list.end == chunk_size) {
            const std::uint32_t next = chunks_.take();
            chunks_[list.tail].next = next;
            list.tail = next;
            list.end = 0;
        }
        chunks_[list.tail].keys[list.end++] = key;
    }

    // The list is not empty.
    Key take_first(List& list) {
        const Chunk& chunk = chunks_[list.head];
        const Key key = chunk.keys[list.first++];
        const bool is_last_chunk = list.head == list.tail;
        if (list.first < (is_last_chunk ? list.end : chunk_size)) return key;
        const std::uint32_t next = chunk.next;
        chunks_.give_back(list.head);
        list.first = 0;
        if (is_last_chunk) {
            list.end = 0;
        } else {
            list.head = next;
        }
        return key;
    }

    // The list is the caller's no more. `visit` may append to others.
    template <class Visit>
    void take_all(List list, Visit visit) {
        while (!list.empty()) visit(take_first(list));
    }

private:
    static constexpr std::uint32_t chunk_size = 31;

    struct Chunk {
        std::array<Key, chunk_size> keys;
        std::uint32_t next;
    };

    Slab<Chunk> chunks_;
};

}  // namespace rmasim::sim
