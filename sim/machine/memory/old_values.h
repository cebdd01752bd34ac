// The recent history of a node's memory: old values that a load may still return on a weakly ordered machine.
#pragma once

#include "protocol/base/types.h"
#include "sim/machine/memory/ring.h"
#include "sim/machine/memory/word.h"

namespace rmasim::sim {

struct Overwritten {
    Word word = 0;
    Bytes mask = 0;            // the bytes that the store changed
    Bytes bytes = 0;           // the word before the store
    Rank writer = no_rank;     // the rank that stored
    std::uint64_t serial = 0;  // serial number of the overwrite (shared_blame.cpp explains serials)
    std::int64_t at_ps = 0;
    // The omitted MEM_SYNC that would have made the store visible earlier. `due` is its serial number; 0 if no such
    // MEM_SYNC was omitted. `missing` is its place in the protocol.
    std::uint64_t due = 0;
    MemSync missing = MemSync::fence_before;
};

// The overwritten values of all words that the ranks of a node wrote. The newest value has index 0.
class OldValues {
public:
    void add(const Overwritten& one) { values_.push(one); }
    // Removes all values except the newest `max` values.
    void keep(std::size_t max) {
        while (values_.size() > max) values_.drop_oldest();
    }
    // Removes the values of words for which `is_meant(word)` is true.
    template <class Meant>
    void drop(Meant is_meant) {
        values_.erase_if([&](const Overwritten& one) { return is_meant(one.word); });
    }
    void clear() { values_.clear(); }

    std::size_t size() const { return values_.size(); }
    // Returns the value at an index. The newest value has index 0.
    const Overwritten& back(std::size_t index) const { return values_[values_.size() - 1 - index]; }
    Overwritten& newest() { return values_.newest(); }
    // Returns the value with this serial number. Precondition: the value has not been removed.
    const Overwritten& find(std::uint64_t serial) const {
        std::size_t index = 0;
        while (back(index).serial != serial) ++index;
        return back(index);
    }

private:
    Ring<Overwritten> values_;
};

}  // namespace rmasim::sim
