// Items of one type at stable addresses, found by number, with no allocation once as many have been in use at once.
// What was given back last is taken first: its memory is still at hand.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

namespace rmasim::sim {

// `Item` is trivially copyable and has room for a number. Its contents are undefined after `take`.
template <class Item>
class Slab {
    static_assert(std::is_trivially_copyable_v<Item>);

public:
    Item& operator[](std::uint32_t slot) { return *at(slot); }
    const Item& operator[](std::uint32_t slot) const { return *at(slot); }

    std::uint32_t take() {
        if (first_free_ == none) {
            if (made_ % block_size == 0) blocks_.push_back(std::make_unique_for_overwrite<Room[]>(block_size));
            return made_++;
        }
        const std::uint32_t slot = first_free_;
        std::memcpy(&first_free_, at(slot), sizeof first_free_);
        return slot;
    }
    void give_back(std::uint32_t slot) {
        std::memcpy(static_cast<void*>(at(slot)), &first_free_, sizeof first_free_);
        first_free_ = slot;
    }

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    static constexpr std::uint32_t block_size = 1024;

    struct alignas(Item) Room {
        std::byte bytes[sizeof(Item) < sizeof none ? sizeof none : sizeof(Item)];
    };

    Item* at(std::uint32_t slot) const {
        return reinterpret_cast<Item*>(blocks_[slot / block_size][slot % block_size].bytes);
    }

    std::vector<std::unique_ptr<Room[]>> blocks_;
    std::uint32_t made_ = 0;
    std::uint32_t first_free_ = none;
};

}  // namespace rmasim::sim
