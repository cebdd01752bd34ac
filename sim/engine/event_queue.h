// The event queue: (time, sequence) order, so events of one time run in the order they were scheduled. A 4-ary heap of
// small keys over a slab of events; no allocation once the slab has grown.
#pragma once

#include "sim/engine/time.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

// `Event` is trivially copyable.
template <class Event>
class EventQueue {
public:
    void push(Time time, const Event& event) {
        std::uint32_t slot;
        if (free_.empty()) {
            slot = static_cast<std::uint32_t>(events_.size());
            events_.push_back(event);
        } else {
            slot = free_.back();
            free_.pop_back();
            events_[slot] = event;
        }
        heap_.push_back({time, next_sequence_++, slot});
        sift_up(heap_.size() - 1);
    }

    bool empty() const { return heap_.empty(); }
    std::size_t size() const { return heap_.size(); }
    Time next_time() const { return heap_.front().time; }

    Event pop() {
        const std::uint32_t slot = heap_.front().slot;
        const Event event = events_[slot];
        free_.push_back(slot);
        const Key last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) sift_down(last);
        return event;
    }

private:
    struct Key {
        Time time;
        std::uint64_t sequence;
        std::uint32_t slot;
        bool before(const Key& other) const {
            return time != other.time ? time < other.time : sequence < other.sequence;
        }
    };
    static constexpr std::size_t arity = 4;

    void sift_up(std::size_t at) {
        const Key key = heap_[at];
        while (at > 0) {
            const std::size_t parent = (at - 1) / arity;
            if (!key.before(heap_[parent])) break;
            heap_[at] = heap_[parent];
            at = parent;
        }
        heap_[at] = key;
    }

    // Puts `key` in at the root, which is vacant.
    void sift_down(const Key& key) {
        std::size_t at = 0;
        for (;;) {
            const std::size_t first = at * arity + 1;
            if (first >= heap_.size()) break;
            std::size_t least = first;
            const std::size_t end = first + arity < heap_.size() ? first + arity : heap_.size();
            for (std::size_t child = first + 1; child < end; ++child) {
                if (heap_[child].before(heap_[least])) least = child;
            }
            if (!heap_[least].before(key)) break;
            heap_[at] = heap_[least];
            at = least;
        }
        heap_[at] = key;
    }

    std::vector<Key> heap_;
    std::vector<Event> events_;
    std::vector<std::uint32_t> free_;
    std::uint64_t next_sequence_ = 0;
};

}  // namespace rmasim::sim
