// Two-level element pools (design, "Operation and Target Element Pools"). What a pool limits is a number: elements are
// alike, so the levels are counters, and the elements themselves live in one slab a process that grows with use up to
// the sum of the levels.
#pragma once

#include "protocol/base/observer.h"

#include <algorithm>
#include <cstdint>

namespace rmasim {

// One level of one pool, with the figures a report wants.
class PoolLevelCounter {
public:
    explicit PoolLevelCounter(std::uint32_t size) : size_(size), free_(static_cast<std::int32_t>(size)) {}

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
    // To `size` elements, fewer than now: free ones go at once, others as they come back.
    void shrink_to(std::uint32_t size) {
        free_ -= static_cast<std::int32_t>(size_ - size);
        size_ = size;
    }

    std::uint32_t size() const { return size_; }
    std::uint32_t free() const { return free_ > 0 ? static_cast<std::uint32_t>(free_) : 0; }
    std::uint32_t high_water() const { return high_water_; }            // the most in use at once
    std::uint32_t times_exhausted() const { return times_exhausted_; }  // try_take found nothing

private:
    std::uint32_t in_use() const { return static_cast<std::uint32_t>(static_cast<std::int32_t>(size_) - free_); }

    std::uint32_t size_;
    std::int32_t free_;  // below 0: so many of those in use go when they come back
    std::uint32_t high_water_ = 0;
    std::uint32_t times_exhausted_ = 0;
};

}  // namespace rmasim
