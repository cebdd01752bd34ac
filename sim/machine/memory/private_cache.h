// The cache of a rank on a machine without cache coherence. A hit returns the cached value, even if that value is
// stale. Replacement is LRU.
#pragma once

#include "sim/machine/memory/word.h"

#include <algorithm>
#include <array>
#include <list>
#include <map>

namespace rmasim::sim {

struct CacheLine {
    std::uint64_t number = 0;  // number of the line's first word / line_words
    std::array<Bytes, line_words> bytes{};
    std::array<Bytes, line_words> dirty{};  // by word: mask of the bytes that have not been written back

    bool is_dirty() const {
        for (const Bytes mask : dirty) {
            if (mask != 0) return true;
        }
        return false;
    }
};

class PrivateCache {
public:
    explicit PrivateCache(std::size_t max_lines) : max_lines_(max_lines) {}

    bool full() const { return lines_.size() == max_lines_; }
    // Returns the line, or null if the line is not cached. Marks the line as most recently used.
    CacheLine* use(std::uint64_t number) {
        const auto at = by_number_.find(number);
        if (at == by_number_.end()) return nullptr;
        lines_.splice(lines_.begin(), lines_, at->second);
        return &lines_.front();
    }
    CacheLine& used_least_recently() { return lines_.back(); }
    // Adds a line. Precondition: the line is not cached, and the cache is not full.
    CacheLine& add(std::uint64_t number) {
        lines_.push_front({.number = number});
        by_number_[number] = lines_.begin();
        return lines_.front();
    }
    void drop(std::uint64_t number) {
        const auto at = by_number_.find(number);
        lines_.erase(at->second);
        by_number_.erase(at);
    }
    // Returns the cached line with the smallest number >= `number`; null if there is no such line.
    CacheLine* next(std::uint64_t number) {
        const auto at = by_number_.lower_bound(number);
        return at == by_number_.end() ? nullptr : &*at->second;
    }
    bool any_dirty() const {
        return std::any_of(lines_.begin(), lines_.end(), [](const CacheLine& line) { return line.is_dirty(); });
    }
    void clear() {
        lines_.clear();
        by_number_.clear();
    }

private:
    std::size_t max_lines_;
    std::list<CacheLine> lines_;  // sorted by last use, the most recent first
    std::map<std::uint64_t, std::list<CacheLine>::iterator> by_number_;
};

}  // namespace rmasim::sim
