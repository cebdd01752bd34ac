// The events that are scheduled into the current window of time while it runs.
//
// Most come in order: where many ranks do the same thing, each schedules its next step later than the rank before it.
// Those make a queue; only the others go to a heap.
#pragma once

#include "sim/engine/time.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace rmasim::sim {

// `Item` is trivially copyable.
template <class Item>
class KeysBeside {
public:
    bool empty() const { return size_ == 0; }
    // Not empty.
    Time first_time() const { return heap_comes_first() ? heap_.front().time : queue_[first_].time; }

    void push(Time time, Item item) {
        ++size_;
        const Key key{time, ++number_, item};
        if (queue_is_empty()) {
            queue_.clear();
            first_ = 0;
        } else if (time < queue_.back().time) {
            return push_to_heap(key);
        }
        queue_.push_back(key);
    }

    // Not empty.
    Item take_first() {
        --size_;
        return heap_comes_first() ? take_from_heap() : take_from_queue();
    }

private:
    struct Key {
        Time time;
        std::uint64_t number;  // orders events of the same time
        Item item;
    };
    static bool comes_later(const Key& a, const Key& b) {
        return a.time != b.time ? a.time > b.time : a.number > b.number;
    }

    bool queue_is_empty() const { return first_ == queue_.size(); }
    bool heap_comes_first() const {
        return !heap_.empty() && (queue_is_empty() || comes_later(queue_[first_], heap_.front()));
    }

    // Both apart, because they would cost every event a large stack frame.
    [[gnu::noinline]] void push_to_heap(const Key& key) {
        heap_.push_back(key);
        std::push_heap(heap_.begin(), heap_.end(), comes_later);
    }
    [[gnu::noinline]] Item take_from_heap() {
        std::pop_heap(heap_.begin(), heap_.end(), comes_later);
        const Item item = heap_.back().item;
        heap_.pop_back();
        return item;
    }

    Item take_from_queue() {
        const Item item = queue_[first_++].item;
        // A queue that never becomes empty would grow without bound: drop the taken half now and then.
        if (first_ >= many && 2 * first_ >= queue_.size()) {
            queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(first_));
            first_ = 0;
        }
        return item;
    }

    static constexpr std::size_t many = 4096;

    std::size_t size_ = 0;    // of both
    std::vector<Key> queue_;  // in order; those before `first_` are taken
    std::size_t first_ = 0;
    std::vector<Key> heap_;
    std::uint64_t number_ = 0;
};

}  // namespace rmasim::sim
