// The events of one slice: a sorted array whose events are taken from the front.
#pragma once

#include "sim/machine/engine/tie.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rmasim::sim {

inline constexpr unsigned slice_bits = 12;  // a slice is 2^12 picoseconds

// `Item` is trivially copyable.
template <class Item>
class SortedKeys {
public:
    bool empty() const { return first_ == keys_.size(); }
    std::uint32_t first_time() const { return keys_[first_].time(); }
    Tie first_tie() const { return keys_[first_].order & ((Tie{1} << tie_bits) - 1); }
    // Precondition: not empty.
    Item take_first() { return keys_[first_++].item; }
    // Returns the item that is `distance` positions after the first item. Returns null if there is no such item.
    const Item* ahead(std::size_t distance) const {
        return first_ + distance < keys_.size() ? &keys_[first_ + distance].item : nullptr;
    }

    // To fill the array, call clear(), then append() in the order of scheduling, then sort().
    void clear() {
        keys_.clear();
        first_ = 0;
        in_order_ = true;
    }
    // `time` is relative to the slice's beginning.
    void append(std::uint32_t time, Tie tie, Item item) {
        const std::uint64_t order = std::uint64_t{time} << tie_bits | tie;
        in_order_ = in_order_ && (keys_.empty() || keys_.back().order <= order);
        keys_.push_back({item, order});
    }
    // Sorts by time and tie. The sort is stable.
    void sort() {
        if (in_order_) return;
        if (keys_.size() <= few) {
            sort_few();
        } else {
            sort_by_digit(0);
            sort_by_digit(digit_bits);
            sort_ties();
            // The swap frees the memory; `sorted_ = {}` would keep it.
            if (sorted_.capacity() > max_kept) std::vector<Key>().swap(sorted_);
        }
    }

private:
    static constexpr std::size_t few = 24;            // up to this size, insertion sort is faster than radix sort
    static constexpr std::size_t max_kept = 65'536;  // larger scratch space is freed, since it is rarely needed
    static constexpr unsigned digit_bits = slice_bits / 2;

    struct Key {
        Item item;
        std::uint64_t order;  // time, then tie
        std::uint32_t time() const { return static_cast<std::uint32_t>(order >> tie_bits); }
    };
    static bool before(const Key& a, const Key& b) { return a.order < b.order; }

    void sort_few() {
        for (std::size_t i = 1; i < keys_.size(); ++i) {
            const Key key = keys_[i];
            std::size_t at = i;
            for (; at > 0 && before(key, keys_[at - 1]); --at) keys_[at] = keys_[at - 1];
            keys_[at] = key;
        }
    }

    void sort_by_digit(unsigned shift) {
        constexpr std::uint32_t digits = 1u << digit_bits;
        std::array<std::size_t, digits> next{};
        for (const Key& key : keys_) ++next[(key.time() >> shift) % digits];
        std::size_t sum = 0;
        for (std::size_t& at : next) {
            const std::size_t count = at;
            at = sum;
            sum += count;
        }
        sorted_.resize(keys_.size());
        for (const Key& key : keys_) sorted_[next[(key.time() >> shift) % digits]++] = key;
        keys_.swap(sorted_);
    }

    // Sorts keys of the same time by tie. Usually these keys are in order already.
    void sort_ties() {
        for (auto first = keys_.begin(); first != keys_.end();) {
            const auto last =
                std::find_if(first, keys_.end(), [&](const Key& key) { return key.time() != first->time(); });
            if (!std::is_sorted(first, last, before)) std::stable_sort(first, last, before);
            first = last;
        }
    }

    std::vector<Key> keys_;
    std::vector<Key> sorted_;  // scratch space of the radix sort
    std::size_t first_ = 0;
    bool in_order_ = true;
};

}  // namespace rmasim::sim
