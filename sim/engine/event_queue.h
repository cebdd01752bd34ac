// The event queue: (time, order of scheduling), so events of one time run in the order they were scheduled.
//
// A calendar of several levels. Time never runs backwards, so an event to come is filed by the highest digit (of 12
// bits) in which its time differs from that of the last event popped; each level has a bucket for every value of its
// digit. Level 0 is the window at hand, the next 4 ns: it is a run of keys in order. When it is used up, the next
// bucket becomes the run: it is sorted if it is not in order by itself, as it is where many ranks do the same at once.
// What is scheduled into the window at hand waits beside the run. So an event a few microseconds ahead is written down
// once, read once and sorted among its neighbours; both passes run through memory, which a heap of a million events
// does not.
//
// Events of one time are always in one bucket in the order they came, and every step keeps that order.
#pragma once

#include "sim/engine/block_pool.h"
#include "sim/engine/key_list.h"
#include "sim/engine/run_of_keys.h"
#include "sim/engine/time.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::sim {

// `Event` is trivially copyable.
template <class Event>
class EventQueue {
public:
    // `time` is not before that of the last event popped, and not negative.
    void push(Time time, const Event& event) {
        Event* const place = events_.take();
        *place = event;
        put_back(time, place);
    }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    // Of the event that comes next; there is one.
    Time next_time() const {
        if (!run_.empty() || !beside_.empty()) return beside_comes_first() ? beside_.front().time : time_in_window();
        const Level& level = *levels_[lowest_level()];
        return level.buckets[level.first()].least;
    }

    // The event that comes next leaves the queue, but not its place: there it stays until it is put back with another
    // time, or until its place is given back. There is one.
    Event* take_next() {
        if (run_.empty() && beside_.empty()) open_next_window();
        Event* event;
        if (beside_comes_first()) {
            std::pop_heap(beside_.begin(), beside_.end(), comes_later);
            now_ = beside_.back().time;
            event = beside_.back().event;
            beside_.pop_back();
        } else {
            now_ = time_in_window();
            event = run_.take_first();
        }
        --size_;
        return event;
    }
    void put_back(Time time, Event* event) {
        ++size_;
        const auto difference = static_cast<std::uint64_t>(time ^ now_);
        if (difference >= buckets_a_level) {
            append({time, event}, difference);
        } else {
            put_beside(time, event);
        }
    }
    void give_back(Event* event) { events_.give_back(event); }

    Event pop() {
        Event* const place = take_next();
        const Event event = *place;
        give_back(place);
        return event;
    }
    Time now() const { return now_; }  // of the last event taken

    // The event that will be popped after about so many others, or null where that is not plain to see. A guess: what
    // is scheduled in between may come first.
    const Event* ahead(std::size_t distance) const { return run_.ahead(distance); }

private:
    static constexpr unsigned bits = window_bits;
    static constexpr std::size_t buckets_a_level = std::size_t{1} << bits;
    static constexpr std::size_t level_count = sizeof(Time) * 8 / bits + 1;

    struct Key {
        Time time;
        Event* event;
    };
    struct Bucket {
        typename KeyLists<Key>::List keys;
        Time least = 0;  // of its keys' times
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
    struct Beside {
        Time time;
        std::uint64_t number;
        Event* event;
    };
    static bool comes_later(const Beside& a, const Beside& b) {
        return a.time != b.time ? a.time > b.time : a.number > b.number;
    }

    // What is in the run was scheduled before what waits beside it.
    bool beside_comes_first() const {
        return !beside_.empty() && (run_.empty() || beside_.front().time < time_in_window());
    }
    Time time_in_window() const { return window_ + run_.first_time(); }

    std::size_t lowest_level() const { return static_cast<std::size_t>(std::countr_zero(occupied_levels_)); }

    void put_beside(Time time, Event* event) {
        beside_.push_back({time, ++number_, event});
        std::push_heap(beside_.begin(), beside_.end(), comes_later);
    }

    // `difference` from now: its highest digit says the level.
    void append(const Key& key, std::uint64_t difference) {
        const auto level = static_cast<std::size_t>(std::bit_width(difference) - 1) / bits;
        if (!levels_[level]) [[unlikely]]
            levels_[level] = std::make_unique<Level>();
        Level& of = *levels_[level];
        const std::size_t at = static_cast<std::size_t>(key.time >> (level * bits)) % buckets_a_level;
        Bucket& bucket = of.buckets[at];
        if (bucket.keys.empty()) {
            bucket.least = key.time;
            of.occupied[at / 64] |= std::uint64_t{1} << (at % 64);
            of.occupied_words |= std::uint64_t{1} << (at / 64);
            occupied_levels_ |= 1u << level;
        } else if (key.time < bucket.least) {
            bucket.least = key.time;
        }
        keys_.append(bucket.keys, key);
    }

    // The window of the earliest bucket: its keys make the run, those of later windows go one level down or more.
    void open_next_window() {
        const std::size_t level = lowest_level();
        const Bucket bucket = take_first_bucket(level);
        now_ = bucket.least;
        window_ = now_ - now_ % static_cast<Time>(buckets_a_level);
        run_.clear();
        keys_.take_all(bucket.keys, [this](const Key& key) {
            const auto difference = static_cast<std::uint64_t>(key.time ^ now_);
            if (difference < buckets_a_level) {
                run_.append(static_cast<std::uint32_t>(key.time - window_), key.event);
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

    RunOfKeys<Event> run_;
    std::vector<Beside> beside_;  // a heap
    Time now_ = -1;               // of the last event popped; before the first, before all time
    Time window_ = 0;             // its first moment
    std::size_t size_ = 0;
    std::uint64_t number_ = 0;                                // of those scheduled into a window at hand
    std::array<std::unique_ptr<Level>, level_count> levels_;  // from 1; made when first needed
    std::uint32_t occupied_levels_ = 0;                       // a bit a level
    KeyLists<Key> keys_;
    BlockPool<Event> events_;
};

}  // namespace rmasim::sim
