// A slab of items of one type at stable addresses, found by number. Memory doubles when it is full: a single item costs
// little, and many items cost few allocations. The item freed last is reused first.
#pragma once

#include "protocol/base/prefetch.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace rmasim {

// A slab of trivially copyable items of at least four bytes. A new item of `take` has undefined contents. A reused item
// has its old contents, except for its first four bytes.
template <class Item>
class Slab {
    static_assert(std::is_trivially_copyable_v<Item> && sizeof(Item) >= sizeof(std::uint32_t));

public:
    Item& operator[](std::uint32_t number) { return *at(number); }
    const Item& operator[](std::uint32_t number) const { return *at(number); }

    // Allocates an item and returns its number.
    std::uint32_t take() {
        if (first_free_ == none) {
            if ((made_ & (made_ - 1)) == 0) grow();
            return made_++;
        }
        const std::uint32_t number = first_free_;
        std::memcpy(&first_free_, at(number), sizeof first_free_);
        return number;
    }
    // Frees an item.
    void give_back(std::uint32_t number) { give_back(number, *at(number)); }
    // Frees an item whose address the caller has. This saves the search for its address.
    void give_back(std::uint32_t number, Item& item) {
        std::memcpy(static_cast<void*>(&item), &first_free_, sizeof first_free_);
        first_free_ = number;
    }

    // Prefetches the item that `take` will return, unless it will be in a new chunk.
    void prefetch_first() const {
        if (first_free_ != none) prefetch<sizeof(Item)>(at(first_free_));
        else if ((made_ & (made_ - 1)) != 0) prefetch<sizeof(Item)>(at(made_));
    }

    // Number of items allocated so far, in use or free. Items are numbered in the order of their first allocation.
    std::uint32_t made() const { return made_; }
    // Bytes of all items allocated so far, in use or free: as many as were in use at the peak. The figure excludes
    // headers of chunks and spare items: an MPI library, which has its pools as arrays, needs neither.
    std::size_t bytes() const { return made_ * sizeof(Item); }

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    // Header of a chunk. Its items follow in the same allocation. Chunks have 1, 1, 2, 4, 8, ... items, so the first
    // item of each chunk has number 0, 1, 2, 4, 8, ..., and need not be stored. The last chunk holds half of all items,
    // and the chunk before it half of the rest. A search from the last chunk therefore takes a step or two.
    struct Chunk;
    struct Free {
        void operator()(Chunk* chunk) const {
            chunk->~Chunk();
            ::operator delete(chunk);
        }
    };
    struct alignas(Item) alignas(void*) Chunk {
        std::unique_ptr<Chunk, Free> before;
    };

    void grow() {
        const std::uint32_t count = std::max(1u, made_);  // all chunks are full
        void* const memory = ::operator new(sizeof(Chunk) + count * sizeof(Item));
        last_.reset(new (memory) Chunk{std::move(last_)});
    }
    Item* at(std::uint32_t number) const {
        Chunk* chunk = last_.get();
        std::uint32_t first = std::bit_floor(made_ - 1);
        for (; number < first; first /= 2) chunk = chunk->before.get();
        return reinterpret_cast<Item*>(chunk + 1) + (number - first);
    }

    std::unique_ptr<Chunk, Free> last_;
    std::uint32_t made_ = 0;
    std::uint32_t first_free_ = none;
};

}  // namespace rmasim
