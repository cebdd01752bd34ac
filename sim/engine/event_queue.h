// The event queue: (time, order of scheduling), so events of one time run in the order they were scheduled.
//
// A radix queue. Time never runs backwards, so an event to come is filed by the highest digit (of 12 bits) in which its
// time differs from that of the last event popped: level 0 holds what differs in the last digit only, each level has a
// bucket for every value of its digit. Popping empties level 0 in order; when nothing is left there, the first bucket
// of the lowest level that has one is spread over the levels below. An event a few microseconds ahead moves once, and
// always with its neighbours: no comparisons, no sequence numbers, and reads and writes that run through memory.
// Events of one time are always in one bucket, behind one another, which keeps their order; a bucket with nothing but
// one time in it is not spread but moved as it is.
#pragma once

#include "sim/engine/key_list.h"
#include "protocol/base/slab.h"
#include "sim/engine/time.h"

#include <array>
#include <bit>
#include <cstdint>
#include <memory>

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
        const Level& level = *levels_[lowest_level()];
        return level.buckets[level.first()].least;
    }

    // There is one.
    Event pop() {
        if (const std::size_t lowest = lowest_level(); lowest > 0) spread(lowest);
        Level& level = *levels_[0];
        const std::size_t at = level.first();
        Bucket& bucket = level.buckets[at];
        now_ = bucket.least;
        const std::uint32_t slot = keys_.take_first(bucket.keys).slot;
        if (bucket.keys.empty()) vacate(0, at);
        --size_;
        const Event event = events_[slot];
        events_.give_back(slot);
        return event;
    }

private:
    static constexpr unsigned bits = 12;
    static constexpr std::size_t buckets_a_level = std::size_t{1} << bits;
    static constexpr std::size_t level_count = sizeof(Time) * 8 / bits + 1;

    struct Key {
        Time time;
        std::uint32_t slot;
    };
    struct Bucket {
        typename KeyLists<Key>::List keys;
        Time least = 0;  // of its keys' times
        Time most = 0;
    };
    struct Level {
        std::array<Bucket, buckets_a_level> buckets;
        // Which buckets have keys, a bit each, and which words of those bits are not 0.
        std::array<std::uint64_t, buckets_a_level / 64> occupied{};
        std::uint64_t occupied_words = 0;

        std::size_t first() const {
            const auto word = static_cast<std::size_t>(std::countr_zero(occupied_words));
            return word * 64 + static_cast<std::size_t>(std::countr_zero(occupied[word]));
        }
    };

    static std::size_t digit(Time time, std::size_t level) {
        return static_cast<std::size_t>(time >> (level * bits)) % buckets_a_level;
    }
    // The level at which `time` is filed.
    std::size_t level_of(Time time) const {
        const auto difference = static_cast<std::uint64_t>(time ^ now_);
        return difference == 0 ? 0 : static_cast<std::size_t>(std::bit_width(difference) - 1) / bits;
    }
    std::size_t lowest_level() const { return static_cast<std::size_t>(std::countr_zero(occupied_levels_)); }

    void file(Key key) {
        const std::size_t level = level_of(key.time);
        const std::size_t at = digit(key.time, level);
        if (!levels_[level]) levels_[level] = std::make_unique<Level>();
        Bucket& bucket = levels_[level]->buckets[at];
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
        const std::size_t at = levels_[level]->first();
        const Bucket bucket = levels_[level]->buckets[at];
        levels_[level]->buckets[at].keys = {};
        vacate(level, at);
        now_ = bucket.least;
        if (bucket.least == bucket.most) {
            if (!levels_[0]) levels_[0] = std::make_unique<Level>();
            levels_[0]->buckets[digit(now_, 0)] = bucket;
            occupy(0, digit(now_, 0));
        } else {
            keys_.take_all(bucket.keys, [this](Key key) { file(key); });
        }
    }

    void occupy(std::size_t level, std::size_t at) {
        levels_[level]->occupied[at / 64] |= std::uint64_t{1} << (at % 64);
        levels_[level]->occupied_words |= std::uint64_t{1} << (at / 64);
        occupied_levels_ |= 1u << level;
    }
    void vacate(std::size_t level, std::size_t at) {
        Level& of = *levels_[level];
        of.occupied[at / 64] &= ~(std::uint64_t{1} << (at % 64));
        if (of.occupied[at / 64] != 0) return;
        of.occupied_words &= ~(std::uint64_t{1} << (at / 64));
        if (of.occupied_words == 0) occupied_levels_ &= ~(1u << level);
    }

    std::array<std::unique_ptr<Level>, level_count> levels_;  // made when first needed
    std::uint32_t occupied_levels_ = 0;                       // a bit a level
    Time now_ = 0;                                            // of the last event popped
    std::size_t size_ = 0;
    KeyLists<Key> keys_;
    Slab<Event> events_;
};

}  // namespace rmasim::sim
