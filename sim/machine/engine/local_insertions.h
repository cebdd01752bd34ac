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
    bool empty() const { return queued_ == 0 && heap_.empty(); }
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
        if (queued_ == 0) {
            queue_.clear();
            first_ = 0;
        } else if (is_later(queue_.back(), key)) {
            return push_to_heap(key);
        }
        ++queued_;
        queue_.push_back(key);
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
        return !heap_.empty() && (queued_ == 0 || is_later(queue_[first_], heap_.front()));
    }

    // push_to_heap() and take_from_heap() must not be inlined, because their callers would need a large stack frame for
    // every event.
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

    Item take_from_queue(Time& time) {
        const Key key = queue_[first_++];
        --queued_;
        time = key.time;
        // A queue that never becomes empty would grow without bound, so the events that were taken are erased when they
        // fill half of the queue.
        if (first_ >= many && 2 * first_ >= queue_.size()) {
            queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(first_));
            first_ = 0;
        }
        return key.item;
    }

    static constexpr std::size_t many = 4096;

    std::size_t queued_ = 0;  // number of items in the queue
    std::vector<Key> queue_;  // in order; the items before `first_` have been taken
    std::size_t first_ = 0;
    std::vector<Key> heap_;
    std::uint64_t number_ = 0;
};

}  // namespace rmasim::sim
