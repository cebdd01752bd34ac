// The event queue: (time, order of scheduling), so events of one time run in the order they were scheduled.
//
// A radix queue. Time never runs backwards, so an event to come is filed by the highest byte in which its time differs
// from that of the last event popped: level 7 holds the farthest future, level 0 what differs in the last byte only,
// and each level has a bucket for every value of its byte. Popping empties level 0 in order; when nothing is left
// there, the first bucket of the lowest level that has one is spread over the levels below. An event moves at most
// seven times, about twice in practice, and always with its neighbours: no comparisons, no sequence numbers, and reads
// and writes that run through memory. Events of one time are always in one bucket, behind one another, which keeps
// their order; a bucket with nothing but one time in it is not spread but moved as it is.
#pragma once

#include "sim/engine/key_list.h"
#include "sim/engine/slab.h"
#include "sim/engine/time.h"

#include <array>
#include <bit>
#include <cstdint>

namespace rmasim::sim {

// `Event` is trivially copyable.
template <class Event>
class EventQueue {
public:
    // `time` is not before that of the last event popped, and not negative.
    void push(Time time, const Event& event) {
        const std::uint32_t slot = events_.take();
        events_[slot] = event;
        file({time, slot});
        ++size_;
    }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    // Of the event that comes next; there is one.
    Time next_time() const {
        const std::size_t level = lowest_level();
        return buckets_[level][first_bucket(level)].least;
    }

    // There is one.
    Event pop() {
        std::size_t level = lowest_level();
        if (level > 0) spread(level);
        const std::size_t at = first_bucket(0);
        Bucket& bucket = buckets_[0][at];
        now_ = bucket.least;
        const std::uint32_t slot = keys_.take_first(bucket.keys).slot;
        if (bucket.keys.empty()) vacate(0, at);
        --size_;
        const Event event = events_[slot];
        events_.give_back(slot);
        return event;
    }

    // The event that is next but `ahead` (0: the next one), as far as that is plain to see; otherwise null. For
    // those who want to have its memory at hand in time.
    const Event* upcoming(std::uint32_t ahead) const {
        if (occupied_levels_ == 0) return nullptr;
        const std::size_t level = lowest_level();
        const Bucket& bucket = buckets_[level][first_bucket(level)];
        if (bucket.least != bucket.most) return nullptr;
        const auto* key = keys_.peek(bucket.keys, ahead);
        return key == nullptr ? nullptr : &events_[key->slot];
    }

private:
    static constexpr unsigned bits = 8;
    static constexpr std::size_t buckets_a_level = std::size_t{1} << bits;
    static constexpr std::size_t levels = sizeof(Time) * 8 / bits;

    struct Key {
        Time time;
        std::uint32_t slot;
    };
    struct Bucket {
        typename KeyLists<Key>::List keys;
        Time least = 0;  // of its keys' times
        Time most = 0;
    };
    // Which buckets of a level have keys.
    using Occupied = std::array<std::uint64_t, buckets_a_level / 64>;

    static std::size_t digit(Time time, std::size_t level) {
        return static_cast<std::size_t>(time >> (level * bits)) % buckets_a_level;
    }

    void file(Key key) {
        const auto difference = static_cast<std::uint64_t>(key.time ^ now_);
        const std::size_t level = difference == 0 ? 0 : static_cast<std::size_t>(std::bit_width(difference) - 1) / bits;
        const std::size_t at = digit(key.time, level);
        Bucket& bucket = buckets_[level][at];
        if (bucket.keys.empty()) {
            occupy(level, at);
            bucket.least = bucket.most = key.time;
        } else if (key.time < bucket.least) {
            bucket.least = key.time;
        } else if (key.time > bucket.most) {
            bucket.most = key.time;
        }
        keys_.append(bucket.keys, key);
    }

    // Moves the first bucket of `level` to the levels below; those are empty.
    void spread(std::size_t level) {
        const std::size_t at = first_bucket(level);
        const Bucket bucket = buckets_[level][at];
        buckets_[level][at].keys = {};
        vacate(level, at);
        now_ = bucket.least;
        if (bucket.least == bucket.most) {
            const std::size_t last = digit(now_, 0);
            buckets_[0][last] = bucket;
            occupy(0, last);
        } else {
            keys_.take_all(bucket.keys, [this](Key key) { file(key); });
        }
    }

    std::size_t lowest_level() const { return static_cast<std::size_t>(std::countr_zero(occupied_levels_)); }
    std::size_t first_bucket(std::size_t level) const {
        std::size_t word = 0;
        while (occupied_[level][word] == 0) ++word;
        return word * 64 + static_cast<std::size_t>(std::countr_zero(occupied_[level][word]));
    }
    void occupy(std::size_t level, std::size_t at) {
        occupied_[level][at / 64] |= std::uint64_t{1} << (at % 64);
        occupied_levels_ |= 1u << level;
    }
    void vacate(std::size_t level, std::size_t at) {
        occupied_[level][at / 64] &= ~(std::uint64_t{1} << (at % 64));
        for (const std::uint64_t word : occupied_[level]) {
            if (word != 0) return;
        }
        occupied_levels_ &= ~(1u << level);
    }

    std::array<std::array<Bucket, buckets_a_level>, levels> buckets_{};
    std::array<Occupied, levels> occupied_{};
    std::uint32_t occupied_levels_ = 0;  // a bit a level
    Time now_ = 0;                       // of the last event popped
    std::size_t size_ = 0;
    KeyLists<Key> keys_;
    Slab<Event> events_;
};

}  // namespace rmasim::sim
