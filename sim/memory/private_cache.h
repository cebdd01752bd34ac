// A rank's cache on a machine that does not keep caches coherent: it gives what it has, however old.
#pragma once

#include "sim/memory/word.h"

#include <algorithm>
#include <array>
#include <list>
#include <map>

namespace rmasim::sim {

struct CacheLine {
    std::uint64_t number = 0;  // of its first word, divided by line_words
    std::array<Bytes, line_words> bytes{};
    std::array<Bytes, line_words> dirty{};  // masks: written, and memory does not know

    bool is_dirty() const {
        for (const Bytes mask : dirty) {
            if (mask != 0) return true;
        }
        return false;
    }
};

class PrivateCache {
public:
    explicit PrivateCache(std::size_t most_lines) : most_lines_(most_lines) {}

    bool full() const { return lines_.size() == most_lines_; }
    // Null where it is not here. The line is now the one used last.
    CacheLine* use(std::uint64_t number) {
        const auto at = places_.find(number);
        if (at == places_.end()) return nullptr;
        lines_.splice(lines_.begin(), lines_, at->second);
        return &lines_.front();
    }
    CacheLine& used_least_recently() { return lines_.back(); }
    // It is not here, and there is room.
    CacheLine& add(std::uint64_t number) {
        lines_.push_front({.number = number});
        places_[number] = lines_.begin();
        return lines_.front();
    }
    void drop(std::uint64_t number) {
        const auto at = places_.find(number);
        lines_.erase(at->second);
        places_.erase(at);
    }
    // The first line from `number` on; null when there is none.
    CacheLine* next(std::uint64_t number) {
        const auto at = places_.lower_bound(number);
        return at == places_.end() ? nullptr : &*at->second;
    }
    bool any_dirty() const {
        return std::any_of(lines_.begin(), lines_.end(), [](const CacheLine& line) { return line.is_dirty(); });
    }
    void clear() {
        lines_.clear();
        places_.clear();
    }

private:
    std::size_t most_lines_;
    std::list<CacheLine> lines_;  // the one used last first
    std::map<std::uint64_t, std::list<CacheLine>::iterator> places_;
};

}  // namespace rmasim::sim
