// The events that are scheduled into the current slice while events of this slice are executed.
//
// The events are in two containers, a queue and a heap. An event whose time is not before that of the queue's last
// event is appended to the queue. Most events are scheduled in this order: if many ranks execute the same calls, each
// rank schedules its next step at a later time than the previous rank. All other events are put into the heap.
#pragma once

#include "sim/machine/engine/tie.h"
#include "sim/machine/engine/time.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace rmasim::sim {

// `Item` is trivially copyable.
template <class Item>
class LocalInsertions {
public:
    bool empty() const { return first_ == end_ && heap_.empty(); }
    // True if the first event of this container is before an event of the given time and tie.
    bool precedes(Time time, Tie tie) const {
        if (empty()) return false;
        const Key& first = this->first();
        return first.time != time ? first.time < time : first.tie < tie;
    }
    // Precondition: not empty.
    Time first_time() const { return first().time; }

    void push(Time time, Tie tie, Item item) {
        const Key key{time, tie, ++number_, item};
        if (first_ == end_) first_ = end_ = 0;
        else if (is_later(queue_[end_ - 1], key)) return push_to_heap(key);
        if (end_ == queue_.size()) [[unlikely]]
            return push_and_grow(key);
        queue_[end_++] = key;
    }

    // Removes and returns the first item, and sets `time` to the item's time. Precondition: not empty.
    Item take_first(Time& time) { return heap_is_first() ? take_from_heap(time) : take_from_queue(time); }

private:
    struct Key {
        Time time;
        Tie tie;
        std::uint64_t number;  // orders events of the same time and tie
        Item item;
    };
    static bool is_later(const Key& a, const Key& b) {
        if (a.time != b.time) return a.time > b.time;
        return a.tie != b.tie ? a.tie > b.tie : a.number > b.number;
    }

    const Key& first() const { return heap_is_first() ? heap_.front() : queue_[first_]; }
    bool heap_is_first() const {
        return !heap_.empty() && (first_ == end_ || is_later(queue_[first_], heap_.front()));
    }

    // These functions must not be inlined, because their callers would need a large stack frame for every event.
    [[gnu::noinline]] void push_to_heap(const Key& key) {
        heap_.push_back(key);
        std::push_heap(heap_.begin(), heap_.end(), is_later);
    }
    [[gnu::noinline]] Item take_from_heap(Time& time) {
        std::pop_heap(heap_.begin(), heap_.end(), is_later);
        const Key key = heap_.back();
        heap_.pop_back();
        time = key.time;
        return key.item;
    }
    [[gnu::noinline]] void push_and_grow(const Key& key) {
        queue_.resize(std::max(first_size, 2 * end_));
        queue_[end_++] = key;
    }
    [[gnu::noinline]] void drop_taken() {
        std::copy(queue_.begin() + static_cast<std::ptrdiff_t>(first_),
                  queue_.begin() + static_cast<std::ptrdiff_t>(end_), queue_.begin());
        end_ -= first_;
        first_ = 0;
    }

    Item take_from_queue(Time& time) {
        const Key& key = queue_[first_++];
        time = key.time;
        const Item item = key.item;
        // A queue that never becomes empty would grow without bound, so the events that were taken are dropped when
        // they fill half of the queue.
        if (first_ >= many && 2 * first_ >= end_) [[unlikely]]
            drop_taken();
        return item;
    }

    static constexpr std::size_t many = 4096, first_size = 64;

    // The items of the queue are those from `first_` to `end_`, in order. Earlier ones have been taken; later ones are
    // free memory.
    std::vector<Key> queue_;
    std::size_t first_ = 0, end_ = 0;
    std::vector<Key> heap_;
    std::uint64_t number_ = 0;
};

}  // namespace rmasim::sim
