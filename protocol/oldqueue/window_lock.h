// The lock of one process's window segment, kept at the target (OQ-LOCK-1): free, shared by some ranks, or exclusive
// for one rank.
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <vector>

namespace rmasim::oldqueue {

class WindowLock {
public:
    bool is_free() const { return exclusive_ == no_rank && shared_.empty(); }
    // True if no holder conflicts with a lock of this type (OQ-LOCK-3).
    bool admits(LockType type) const { return type == LockType::shared ? exclusive_ == no_rank : is_free(); }
    bool holds(Rank rank) const {
        return exclusive_ == rank || std::find(shared_.begin(), shared_.end(), rank) != shared_.end();
    }
    void grant(Rank rank, LockType type) {
        if (type == LockType::shared) shared_.push_back(rank);
        else exclusive_ = rank;
    }
    // Precondition: `rank` holds the lock.
    void release(Rank rank) {
        if (exclusive_ == rank) {
            exclusive_ = no_rank;
            return;
        }
        *std::find(shared_.begin(), shared_.end(), rank) = shared_.back();
        shared_.pop_back();
    }

    Rank exclusive_holder() const { return exclusive_; }
    const std::vector<Rank>& shared_holders() const { return shared_; }
    std::size_t bytes() const { return shared_.capacity() * sizeof(Rank); }

private:
    Rank exclusive_ = no_rank;
    std::vector<Rank> shared_;
};

}  // namespace rmasim::oldqueue
