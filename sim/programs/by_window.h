// A table with a value for each rank and window. A running program may create windows: make_room() then enlarges the
// table for new windows, and keeps all values.
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace rmasim::sim {

template <class T>
class ByWindow {
public:
    ByWindow(Rank ranks, std::size_t windows)
        : ranks_(static_cast<std::size_t>(ranks)), windows_(windows), values_(ranks_ * windows) {}

    T& at(Rank rank, std::size_t window) { return values_[static_cast<std::size_t>(rank) * windows_ + window]; }
    const T& at(Rank rank, std::size_t window) const {
        return values_[static_cast<std::size_t>(rank) * windows_ + window];
    }
    // Enlarges the table for window numbers below `windows`. The table grows by at least a half each time, so that it
    // is seldom copied.
    void make_room(std::size_t windows) {
        if (windows <= windows_) return;
        windows = std::max(windows, windows_ + windows_ / 2);
        std::vector<T> values(ranks_ * windows);
        for (std::size_t rank = 0; rank < ranks_; ++rank) {
            std::move(values_.begin() + static_cast<std::ptrdiff_t>(rank * windows_),
                      values_.begin() + static_cast<std::ptrdiff_t>((rank + 1) * windows_),
                      values.begin() + static_cast<std::ptrdiff_t>(rank * windows));
        }
        values_ = std::move(values);
        windows_ = windows;
    }

    std::size_t windows() const { return windows_; }  // the number of windows for which there is room
    auto begin() { return values_.begin(); }
    auto end() { return values_.end(); }

private:
    std::size_t ranks_, windows_;
    std::vector<T> values_;  // by rank, then by window
};

}  // namespace rmasim::sim
