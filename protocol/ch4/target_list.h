// The state that a process keeps for the targets of a window (CH4-STATE-2). The state of a target is created on demand
// and kept; with setting `mem_efficient`, it is freed at the end of the epoch.
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <vector>

namespace rmasim::ch4 {

// The flush that a target's native operations need, which the target's NIC executes (CH4-NATIVE-3). Each native
// operation overwrites the mark.
enum class Mark : std::uint8_t { none, local, remote };

struct Target {
    Rank rank = no_rank;
    Mark mark = Mark::none;
    std::uint32_t flushes = 0;      // number of threads that wait for a flush of the target's endpoint
    std::uint32_t unanswered = 0;   // operations of lock and PSCW epochs that are not answered
    std::uint32_t accumulates = 0;  // accumulates among `unanswered`
    std::uint32_t gets = 0;         // native gets that are not answered, under UCX
    bool locked = false;            // between LOCK and UNLOCK
    bool nocheck = false;           // set by LOCK with NOCHECK, perhaps an earlier one (CH4-LOCK-6)
    bool asked = false;             // LOCK was sent, and UNLOCK was not sent
    bool granted = false;
    bool unlocking = false;  // UNLOCK was sent
};

// The targets in the order of ranks. A reference to a target is valid until another target is created or forgotten. A
// call must therefore call `find` again after a wait.
class TargetList {
public:
    Target* find(Rank rank) {
        const std::size_t at = index_of(rank);
        return is_at(at, rank) ? &targets_[at] : nullptr;
    }
    const Target* find(Rank rank) const {
        const std::size_t at = index_of(rank);
        return is_at(at, rank) ? &targets_[at] : nullptr;
    }
    Target& make(Rank rank) {
        const std::size_t at = index_of(rank);
        if (!is_at(at, rank))
            targets_.insert(targets_.begin() + static_cast<std::ptrdiff_t>(at), Target{})->rank = rank;
        return targets_[at];
    }
    void forget(Rank rank) {
        const std::size_t at = index_of(rank);
        if (is_at(at, rank)) targets_.erase(targets_.begin() + static_cast<std::ptrdiff_t>(at));
    }
    void forget_all() { targets_.clear(); }
    bool any_marked() const {
        return any([](const Target& target) { return target.mark != Mark::none; });
    }
    bool any_marked_local() const {
        return any([](const Target& target) { return target.mark == Mark::local; });
    }
    bool any_flushed() const {
        return any([](const Target& target) { return target.flushes > 0; });
    }
    void clear_marks() {
        for (Target& target : targets_) target.mark = Mark::none;
    }

    std::uint32_t unanswered(Rank rank) const {
        const Target* const target = find(rank);
        return target == nullptr ? 0 : target->unanswered;
    }
    std::uint32_t accumulates(Rank rank) const {
        const Target* const target = find(rank);
        return target == nullptr ? 0 : target->accumulates;
    }
    const std::vector<Target>& all() const { return targets_; }
    std::size_t bytes() const { return targets_.capacity() * sizeof(Target); }

private:
    std::size_t index_of(Rank rank) const {
        const auto before = [](const Target& target, Rank wanted) { return target.rank < wanted; };
        return static_cast<std::size_t>(std::lower_bound(targets_.begin(), targets_.end(), rank, before) -
                                        targets_.begin());
    }
    template <class Meant>
    bool any(Meant meant) const {
        return std::any_of(targets_.begin(), targets_.end(), meant);
    }
    bool is_at(std::size_t index, Rank rank) const { return index < targets_.size() && targets_[index].rank == rank; }

    std::vector<Target> targets_;
};

}  // namespace rmasim::ch4
