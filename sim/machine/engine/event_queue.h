// The event queue by time. Its events are ordered by (time, tie, order of scheduling). tie.h defines ties, which order
// events of the same time.
//
// The queue is a hierarchical calendar queue, a radix heap with digits of 12 bits. It relies on the fact that time
// never decreases. Let `now_` be the time of the event that was taken last. The queue has a level for each digit, and
// each level has a bucket for each value of the digit. The level of an event is the highest digit in which the event's
// time differs from `now_`, and its bucket is the value of this digit in the event's time. Example with decimal digits
// and now_ = 4711:
//
//   time 4715   differs in the last digit      level 0, the current slice 4710..4719
//   time 4730   differs in the tens            level 1, bucket 3
//   time 8000   differs in the thousands       level 3, bucket 8
//
// Level 0 is the current slice of 4,096 ps. Its events are a sorted array (`run_`). A second container (`insertions_`)
// has the events that are scheduled into the current slice while events of this slice are executed. When both
// containers are empty, the queue opens the first occupied bucket of the lowest occupied level. The events of the
// bucket's earliest slice become the new `run_`, and the other events move to lower levels. If the events of a slice
// are already in order, the queue does not sort them. Events are often in order already if many ranks execute the same
// calls.
//
// The queue is faster than a binary heap. An event a few microseconds ahead is appended to a bucket, read once, and
// sorted among a few neighbours. Appending and reading access memory sequentially. In a heap of a million events,
// nearly every comparison causes a cache miss.
//
// Invariant: events of the same time and tie are always in the same bucket, in the order of scheduling. Every step of
// the algorithm keeps that order.
#pragma once

#include "sim/machine/engine/key_list.h"
#include "sim/machine/engine/local_insertions.h"
#include "sim/machine/engine/sorted_keys.h"
#include "sim/machine/engine/tie.h"
#include "sim/machine/engine/time.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::sim {

// `Event` must be trivially copyable. It should be a small type, because the queue moves each event several times.
template <class Event>
class EventQueue {
public:
    // Adds an event. `time` must not be negative, and not before the time of the event that was taken last.
    void push(Time time, Event event, Tie tie = 0) {
        ++size_;
        const auto difference = static_cast<std::uint64_t>(time ^ now_);
        if (difference >= buckets_a_level) {
            append({time, event, tie}, difference);
        } else {
            insertions_.push(time, tie, event);
        }
    }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    // Returns the time of the next event. The queue must not be empty.
    Time next_time() const {
        if (!run_.empty() && !insertions_.precedes(offset_of_key(), run_.first_tie())) return offset_of_key();
        if (!insertions_.empty()) return insertions_.first_time();
        const Level& level = *levels_[lowest_level()];
        return level.buckets[level.first()].earliest;
    }

    // Removes the next event. The queue must not be empty. If the first events of `run_` and `insertions_` have equal
    // times and ties, the event of `run_` is next, because it was scheduled earlier.
    Event pop() {
        --size_;
        if (run_.empty()) {
            if (!insertions_.empty()) return insertions_.take_first(now_);
            open_next_slice();
        } else if (insertions_.precedes(offset_of_key(), run_.first_tie())) {
            return insertions_.take_first(now_);
        }
        now_ = offset_of_key();
        return run_.take_first();
    }
    Time now() const { return now_; }  // the time of the last event taken

    // Returns the event that will probably be taken after `distance` other events, or null if the search would be slow.
    // The result is only a guess, because events with earlier times may still be scheduled.
    const Event* ahead(std::size_t distance) const { return run_.ahead(distance); }

private:
    static constexpr unsigned bits = slice_bits;
    static constexpr std::size_t buckets_a_level = std::size_t{1} << bits;
    static constexpr std::size_t level_count = sizeof(Time) * 8 / bits + 1;

    struct Key {
        Time time;
        Event event;
        Tie tie;
    };
    struct Bucket {
        typename KeyLists<Key>::List keys;
        Time earliest = 0;  // the earliest time of the keys
    };
    struct Level {
        std::array<Bucket, buckets_a_level> buckets;
        // `occupied` has one bit for each bucket. The bit is set if the bucket has keys. `occupied_words` has one bit
        // for each word of `occupied`. The bit is set if the word is not 0.
        std::array<std::uint64_t, buckets_a_level / 64> occupied{};
        std::uint64_t occupied_words = 0;

        std::size_t first() const {
            const auto word = static_cast<std::size_t>(std::countr_zero(occupied_words));
            return word * 64 + static_cast<std::size_t>(std::countr_zero(occupied[word]));
        }
    };

    Time offset_of_key() const { return slice_ + run_.first_time(); }

    std::size_t lowest_level() const { return static_cast<std::size_t>(std::countr_zero(occupied_levels_)); }

    // Appends an event to its bucket. `difference` must be key.time xor now_. The highest digit of `difference` that is
    // not 0 determines the level.
    void append(const Key& key, std::uint64_t difference) {
        const std::size_t level = level_of(difference);
        if (!levels_[level]) [[unlikely]]
            make_level(level);
        Level& of = *levels_[level];
        const std::size_t at = static_cast<std::size_t>(key.time >> (level * bits)) % buckets_a_level;
        Bucket& bucket = of.buckets[at];
        if (bucket.keys.empty()) {
            bucket.earliest = key.time;
            of.occupied[at / 64] |= std::uint64_t{1} << (at % 64);
            of.occupied_words |= std::uint64_t{1} << (at / 64);
            occupied_levels_ |= 1u << level;
        } else if (key.time < bucket.earliest) {
            bucket.earliest = key.time;
        }
        keys_.append(bucket.keys, key);
    }

    // Returns the index of the highest digit of `difference` that is not 0. The times of most events are near, so level
    // 1 is checked first: this check needs no division.
    static std::size_t level_of(std::uint64_t difference) {
        if (difference < std::uint64_t{1} << 2 * bits) return 1;
        return static_cast<std::size_t>(std::bit_width(difference) - 1) / bits;
    }
    [[gnu::noinline]] void make_level(std::size_t level) { levels_[level] = std::make_unique<Level>(); }

    // Opens the earliest bucket. The events of its first slice become `run_`, and its other events move to lower
    // levels.
    void open_next_slice() {
        const std::size_t level = lowest_level();
        const Bucket bucket = take_first_bucket(level);
        now_ = bucket.earliest;
        slice_ = now_ - now_ % static_cast<Time>(buckets_a_level);
        run_.clear();
        keys_.take_all(bucket.keys, [this](const Key& key) {
            const auto difference = static_cast<std::uint64_t>(key.time ^ now_);
            if (difference < buckets_a_level) {
                run_.append(static_cast<std::uint32_t>(key.time - slice_), key.tie, key.event);
            } else {
                append(key, difference);
            }
        });
        run_.sort();
    }

    Bucket take_first_bucket(std::size_t level) {
        Level& of = *levels_[level];
        const std::size_t at = of.first();
        const Bucket bucket = of.buckets[at];
        of.buckets[at].keys = {};
        of.occupied[at / 64] &= ~(std::uint64_t{1} << (at % 64));
        if (of.occupied[at / 64] == 0) of.occupied_words &= ~(std::uint64_t{1} << (at / 64));
        if (of.occupied_words == 0) occupied_levels_ &= ~(1u << level);
        return bucket;
    }

    SortedKeys<Event> run_;
    LocalInsertions<Event> insertions_;
    Time now_ = -1;   // the time of the last event taken; -1 before the first
    Time slice_ = 0;  // the beginning of the current slice
    std::size_t size_ = 0;
    // Each level is allocated at its first use. Level 0 is not used, because its events are in `run_`.
    std::array<std::unique_ptr<Level>, level_count> levels_;
    std::uint32_t occupied_levels_ = 0;  // one bit per level
    KeyLists<Key> keys_;
};

}  // namespace rmasim::sim
