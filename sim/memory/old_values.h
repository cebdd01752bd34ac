// Values that memory had, newest first to be found: on a weakly ordered machine a load may still give one of them.
#pragma once

#include "protocol/base/types.h"
#include "sim/memory/word.h"

#include <vector>

namespace rmasim::sim {

struct Overwritten {
    Word word = 0;
    Bytes mask = 0;  // of the store that overwrote it
    Bytes bytes = 0;
    Rank writer = no_rank;     // who overwrote it
    std::uint64_t serial = 0;  // when; see SharedMemory
    std::int64_t at_ps = 0;
    // When its writer would have made it visible, had it not left out a MEM_SYNC, and which one; 0: it has not.
    std::uint64_t due = 0;
    MemSync missing = MemSync::fence_before;
};

// Of the words that the ranks of a node wrote.
class OldValues {
public:
    void add(const Overwritten& one) { values_.push_back(one); }
    // Forgets all but the newest.
    void keep(std::size_t most) {
        if (values_.size() - first_ <= most) return;
        first_ = values_.size() - most;
        if (first_ < most + 64) return;
        values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(first_));
        first_ = 0;
    }
    void clear() {
        values_.clear();
        first_ = 0;
    }

    std::size_t size() const { return values_.size() - first_; }
    // 0: the newest.
    const Overwritten& back(std::size_t index) const { return values_[values_.size() - 1 - index]; }
    Overwritten& newest() { return values_.back(); }
    // With that serial; it is here.
    const Overwritten& find(std::uint64_t serial) const {
        std::size_t index = 0;
        while (back(index).serial != serial) ++index;
        return back(index);
    }

private:
    std::vector<Overwritten> values_;  // from `first_` on
    std::size_t first_ = 0;
};

}  // namespace rmasim::sim
