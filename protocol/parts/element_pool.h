// Two-level element pools (design, "Operation and Target Element Pools"). Elements of a kind are interchangeable, so a
// pool level is only a counter. The elements are in one slab per process, which grows with use, at most to the sum of
// all levels.
#pragma once

#include "protocol/base/observer.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace rmasim {

// A level of a pool: a counter of free elements, with statistics for reports.
class PoolLevelCounter {
public:
    explicit PoolLevelCounter(std::uint32_t size) : size_(size), free_(static_cast<std::int32_t>(size)) {}

    // Allocates an element. Returns false if the level is exhausted.
    bool try_take() {
        if (free_ <= 0) {
            ++times_exhausted_;
            return false;
        }
        --free_;
        high_water_ = std::max(high_water_, in_use());
        return true;
    }
    bool full() const { return free_ == static_cast<std::int32_t>(size_); }
    void give_back() { ++free_; }
    // Shrinks the level to `size` elements. Free elements are removed at once, elements in use when they are freed. A
    // level that already has at most `size` elements does not change.
    void shrink_to(std::uint32_t size) {
        size = std::min(size, size_);
        free_ -= static_cast<std::int32_t>(size_ - size);
        size_ = size;
    }

    std::uint32_t size() const { return size_; }
    std::uint32_t free() const { return free_ > 0 ? static_cast<std::uint32_t>(free_) : 0; }
    std::uint32_t high_water() const { return high_water_; }            // elements in use at the peak
    std::uint32_t times_exhausted() const { return times_exhausted_; }  // failed calls of try_take

private:
    std::uint32_t in_use() const { return static_cast<std::uint32_t>(static_cast<std::int32_t>(size_) - free_); }

    std::uint32_t size_;
    std::int32_t free_;  // below 0 after shrinking: -free_ elements are removed when they are freed
    std::uint32_t high_water_ = 0;
    std::uint32_t times_exhausted_ = 0;
};

// Allocates an element and returns its level; nullopt if both levels are exhausted.
inline std::optional<PoolLevel> take_element(PoolLevelCounter& local, PoolLevelCounter& global) {
    if (local.try_take()) return PoolLevel::local;
    if (global.try_take()) return PoolLevel::global;
    return std::nullopt;
}

}  // namespace rmasim
