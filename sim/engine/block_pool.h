// A pool of items of one type at stable addresses. Allocates only when more items are in use than ever before. The item
// given back last is taken first, since it is probably still in the processor's cache.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace rmasim::sim {

// The contents of an item returned by `take` are undefined.
// An item lies at a multiple of `alignment`.
template <class Item, std::size_t alignment = alignof(Item)>
class BlockPool {
    static_assert(std::is_trivially_copyable_v<Item>);

public:
    Item* take() {
        if (free_ == nullptr) return make();
        Room* const room = free_;
        free_ = room->next;
        return &room->item;
    }
    void give_back(Item* item) {
        Room* const room = reinterpret_cast<Room*>(item);
        room->next = free_;
        free_ = room;
    }

private:
    static constexpr std::size_t block_size = 256;

    union alignas(alignment) Room {
        Room() {}
        Item item;
        Room* next;
    };

    [[gnu::noinline]] Item* make() {
        if (made_ % block_size == 0) blocks_.push_back(std::make_unique_for_overwrite<Room[]>(block_size));
        return &blocks_.back()[made_++ % block_size].item;
    }

    std::vector<std::unique_ptr<Room[]>> blocks_;
    std::size_t made_ = 0;
    Room* free_ = nullptr;
};

}  // namespace rmasim::sim
