// A queue in a ring buffer. Items are added at one end of the queue, and usually removed at the other end. The buffer
// grows if necessary, and never shrinks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace rmasim::sim {

// `Item` is trivially copyable.
template <class Item>
class Ring {
public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    // Returns the item at an index. The oldest item has index 0.
    const Item& operator[](std::size_t index) const { return room_[slot_of(index)]; }
    Item& operator[](std::size_t index) { return room_[slot_of(index)]; }
    // Precondition: not empty.
    const Item& newest() const { return (*this)[size_ - 1]; }
    Item& newest() { return (*this)[size_ - 1]; }

    void push(const Item& item) {
        if (size_ == capacity_) grow();
        room_[slot_of(size_++)] = item;
    }
    // Removes and returns an item. Moves all older items by one slot, so removing the oldest item is fastest.
    Item take(std::size_t index) {
        const Item taken = (*this)[index];
        for (std::size_t i = index; i > 0; --i) (*this)[i] = (*this)[i - 1];
        drop_oldest();
        return taken;
    }
    // Precondition: not empty.
    void drop_oldest() {
        first_ = slot_of(1);
        --size_;
    }
    // Removes the items for which `is_meant(item)` is true.
    template <class Meant>
    void erase_if(Meant is_meant) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            if (!is_meant((*this)[i])) (*this)[kept++] = (*this)[i];
        }
        size_ = kept;
    }
    void clear() { size_ = 0; }

private:
    std::size_t slot_of(std::size_t index) const { return (first_ + index) & (capacity_ - 1); }
    [[gnu::noinline]] void grow() {
        constexpr std::size_t min_capacity = 4;
        std::vector<Item> larger(std::max(min_capacity, 2 * capacity_));
        for (std::size_t i = 0; i < size_; ++i) larger[i] = (*this)[i];
        room_ = std::move(larger);
        capacity_ = room_.size();
        first_ = 0;
    }

    std::vector<Item> room_;
    std::size_t capacity_ = 0;  // the size of `room_`, which is 0 or a power of two
    std::size_t first_ = 0;     // index of the oldest item
    std::size_t size_ = 0;
};

}  // namespace rmasim::sim
