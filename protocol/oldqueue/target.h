// The state that an origin keeps for one target of its current access epoch on a window.
#pragma once

#include "protocol/oldqueue/packets.h"
#include "protocol/parts/stored_operation.h"

#include <algorithm>
#include <vector>

namespace rmasim::oldqueue {

inline constexpr OpId no_operation = 0xFFFFFFFF;

// An operation at its origin, from its call until it is complete at the origin.
struct OperationElement {
    StoredOperation operation;
    // Unordered transports: the waiting accumulate to the same target that is sent after this one.
    OpId& next() { return operation.number; }
};

struct Target {
    enum class Lock : std::uint8_t {
        none,    // fence or access epoch
        called,  // LOCK has not been sent: it waits for the first operation (OQ-PUT-3)
        sent,    // LOCK has been sent; for the own window: called
        nocheck,
    };

    explicit Target(Rank rank) : rank(rank) {}

    Rank rank;
    Lock lock = Lock::none;
    LockType lock_type = LockType::shared;
    bool unproven = false;         // puts or accumulates were sent, and no requested acknowledgement covers them
    bool count_announced = false;  // the number of operations has been sent to the target
    bool accumulating = false;     // unordered transports: an accumulate is sent and not acknowledged
    Need need;                     // the condition of all operations of this epoch to the target
    // The latest operation. It is held back until the epoch ends or the next operation is called (OQ-PUT-3).
    OpId held = no_operation;
    OpId first_waiting = no_operation, last_waiting = no_operation;  // accumulates that wait for the unacknowledged one
    std::uint32_t operations = 0;                                    // to the target in this epoch
    // Operations that are not complete at this origin: GETs without response, long operations without CTS, and
    // accumulates that wait for an earlier one.
    std::uint32_t incomplete = 0;
    std::uint32_t acks_due = 0;
};

// The targets that an epoch has accessed, ascending by rank. A reference to a target is valid until the next `make` or
// `erase`.
class TargetList {
public:
    Target* find(Rank rank) {
        const auto at = position_of(rank);
        return at != targets_.end() && at->rank == rank ? &*at : nullptr;
    }
    Target& make(Rank rank) { return *targets_.insert(position_of(rank), Target(rank)); }
    void erase(Rank rank) { targets_.erase(position_of(rank)); }
    void clear() { targets_.clear(); }

    bool empty() const { return targets_.empty(); }
    auto begin() { return targets_.begin(); }
    auto end() { return targets_.end(); }
    auto begin() const { return targets_.begin(); }
    auto end() const { return targets_.end(); }
    std::size_t bytes() const { return targets_.capacity() * sizeof(Target); }

private:
    std::vector<Target>::iterator position_of(Rank rank) {
        return std::lower_bound(targets_.begin(), targets_.end(), rank,
                                [](const Target& target, Rank wanted) { return target.rank < wanted; });
    }
    std::vector<Target> targets_;
};

}  // namespace rmasim::oldqueue
