// What a process knows of the targets of a window (CH4-STATE-2): made on demand, and kept, or forgotten at the epoch's
// end with `mem_efficient`.
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <vector>

namespace rmasim::ch4 {

struct Target {
    Rank rank = no_rank;
    std::uint32_t unanswered = 0;  // operations of lock and PSCW epochs
    bool locked = false;           // between LOCK and UNLOCK
    bool nocheck = false;          // LOCK has said so, perhaps an earlier one (CH4-LOCK-6)
    bool asked = false;            // LOCK was sent, and UNLOCK was not
    bool granted = false;
    bool unlocking = false;  // UNLOCK was sent
};

// In the order of ranks. References hold until another target is made or forgotten: calls that wait look it up again.
class TargetList {
public:
    Target* find(Rank rank) {
        const std::size_t at = place_of(rank);
        return is_at(at, rank) ? &targets_[at] : nullptr;
    }
    const Target* find(Rank rank) const {
        const std::size_t at = place_of(rank);
        return is_at(at, rank) ? &targets_[at] : nullptr;
    }
    Target& make(Rank rank) {
        const std::size_t at = place_of(rank);
        if (!is_at(at, rank)) targets_.insert(targets_.begin() + static_cast<std::ptrdiff_t>(at), Target{})->rank = rank;
        return targets_[at];
    }
    void forget(Rank rank) {
        const std::size_t at = place_of(rank);
        if (is_at(at, rank)) targets_.erase(targets_.begin() + static_cast<std::ptrdiff_t>(at));
    }
    void forget_all() { targets_.clear(); }

    std::uint32_t unanswered(Rank rank) const {
        const Target* const target = find(rank);
        return target == nullptr ? 0 : target->unanswered;
    }
    const std::vector<Target>& all() const { return targets_; }
    std::size_t bytes() const { return targets_.capacity() * sizeof(Target); }

private:
    std::size_t place_of(Rank rank) const {
        const auto before = [](const Target& target, Rank wanted) { return target.rank < wanted; };
        return static_cast<std::size_t>(std::lower_bound(targets_.begin(), targets_.end(), rank, before) -
                                        targets_.begin());
    }
    bool is_at(std::size_t place, Rank rank) const { return place < targets_.size() && targets_[place].rank == rank; }

    std::vector<Target> targets_;
};

}  // namespace rmasim::ch4
