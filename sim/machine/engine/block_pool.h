// A pool of items of one type at stable addresses. The pool allocates memory only when more items are in use than ever
// before. take() returns the item that was given back last, since that item is probably still in the processor's cache.
#pragma once

#include "protocol/base/prefetch.h"

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace rmasim::sim {

// The contents of an item returned by `take` are undefined. Items are aligned to `alignment`.
//
// The addresses of free items are in tables, and each table is stored in the memory of a free item. From the table, the
// pool can prefetch the items that the next calls of take() will return. In a run of a million ranks, most free items
// are not in the caches.
template <class Item, std::size_t alignment = alignof(Item)>
class BlockPool {
    static_assert(std::is_trivially_copyable_v<Item> && sizeof(Item) >= cache_line_bytes);

public:
    Item* take() {
        if (table_ == nullptr) return make();
        if (listed_ > 0) {
            if (listed_ == few) prefetch<sizeof(Table)>(table_->below);
            return &table_->rooms[--listed_]->item;
        }
        return take_table();
    }
    void give_back(Item* item) {
        Room* const room = reinterpret_cast<Room*>(item);
        if (table_ != nullptr && listed_ < a_table) {
            table_->rooms[listed_++] = room;
        } else {
            table_ = new (room) Table{.below = table_, .rooms = {}};
            listed_ = 0;
        }
    }

private:
    static constexpr std::size_t block_size = 256;
    static constexpr std::size_t a_table = 7, few = 3;

    union Room;
    struct Table {
        Table* below;  // the next table of the stack, which is always full
        std::array<Room*, a_table> rooms;
    };
    union alignas(alignment) Room {
        Room() {}
        Item item;
        Table table;
    };

    [[gnu::noinline]] Item* take_table() {
        Room* const room = reinterpret_cast<Room*>(table_);
        table_ = table_->below;
        if (table_ != nullptr) {
            listed_ = a_table;
            for (const Room* next : table_->rooms) prefetch_line(next);
        }
        return &room->item;
    }

    [[gnu::noinline]] Item* make() {
        if (made_ % block_size == 0) blocks_.push_back(std::make_unique_for_overwrite<Room[]>(block_size));
        return &blocks_.back()[made_++ % block_size].item;
    }

    std::vector<std::unique_ptr<Room[]>> blocks_;
    std::size_t made_ = 0;
    Table* table_ = nullptr;   // the top of the stack of tables
    std::size_t listed_ = 0;   // number of entries of the top table
};

}  // namespace rmasim::sim
