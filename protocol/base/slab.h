// Items of one type at stable addresses, found by number. Memory is made as it is needed, each time as much as there is
// already, so that a few items cost little and many cost few allocations. What was given back last is taken first.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

namespace rmasim {

// `Item` is trivially copyable and has room for a number. What `take` finds is undefined the first time; later it is
// what was given back, but for its first four bytes.
template <class Item>
class Slab {
    static_assert(std::is_trivially_copyable_v<Item> && sizeof(Item) >= sizeof(std::uint32_t));

public:
    Item& operator[](std::uint32_t number) { return *at(number); }
    const Item& operator[](std::uint32_t number) const { return *at(number); }

    std::uint32_t take() {
        if (first_free_ == none) {
            if (std::has_single_bit(made_) || made_ == 0) grow();
            return made_++;
        }
        const std::uint32_t number = first_free_;
        std::memcpy(&first_free_, at(number), sizeof first_free_);
        return number;
    }
    void give_back(std::uint32_t number) {
        std::memcpy(static_cast<void*>(at(number)), &first_free_, sizeof first_free_);
        first_free_ = number;
    }

    // Of memory, whether in use or not.
    std::size_t bytes() const {
        return items_in(chunks_.size()) * sizeof(Item) + chunks_.capacity() * sizeof(chunks_[0]);
    }

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    struct alignas(Item) Room {
        std::byte bytes[sizeof(Item)];
    };

    // Chunks of 1, 1, 2, 4, 8, ... items.
    static std::size_t items_in(std::size_t chunks) { return chunks == 0 ? 0 : std::size_t{1} << (chunks - 1); }
    void grow() {
        const std::size_t items = made_ == 0 ? 1 : made_;
        chunks_.push_back(std::make_unique_for_overwrite<Room[]>(items));
    }
    Item* at(std::uint32_t number) const {
        const auto chunk = static_cast<std::size_t>(std::bit_width(number));
        return reinterpret_cast<Item*>(chunks_[chunk][number - items_in(chunk)].bytes);
    }

    std::vector<std::unique_ptr<Room[]>> chunks_;
    std::uint32_t made_ = 0;
    std::uint32_t first_free_ = none;
};

}  // namespace rmasim
