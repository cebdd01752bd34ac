// The checker's records of each origin and target on each window. A record is created when the pair is first used. So
// the required memory grows with the number of pairs that communicate, not with the number of all pairs.
#pragma once

#include "protocol/base/types.h"
#include "sim/programs/by_window.h"

#include <utility>
#include <vector>

namespace rmasim::sim::check {

inline constexpr std::uint32_t none = 0xFFFFFFFF;

struct Pair {
    Rank origin = no_rank;
    Rank target = no_rank;
    WindowId window = 0;

    // The first and the last element of a list, as indices in Operations. The list has the pair's operations that were
    // called and are not applied, in the order of calls.
    std::uint32_t oldest = none;
    std::uint32_t newest = none;

    // The state of the target's lock from the view of the origin.
    bool locked = false;                    // true: LOCK was called, and UNLOCK has not returned
    LockType lock_type = LockType::shared;  // argument of LOCK
    bool nocheck = false;                   // true: LOCK was called with NOCHECK
    bool holder = false;                    // true: according to its last request, the origin holds another lock
    bool holds = false;                     // true: the target has granted the lock to the origin and not released it
    std::uint32_t unlocks = 0;              // UNLOCKs that have reached the target and have not released the lock yet
    std::uint32_t lock_requests = 0;        // lock requests that have reached the target and are not granted
    std::uint32_t queued_requests = 0;      // in families whose targets queue all requests: their number in the queue

    // The number of calls of START, COMPLETE and POST since the beginning of the run. For START and COMPLETE, these are
    // the calls of the origin whose group contains the target. For POST, these are the calls of the target whose group
    // contains the origin.
    std::uint32_t starts = 0;
    std::uint32_t completes = 0;
    std::uint32_t posts = 0;
    // The step in which each COMPLETE was called. The steps are recorded only in explorations (causality.h). The origin
    // may have called COMPLETE more often than the target has called POST.
    std::vector<std::uint32_t> completed_in;

    std::uint32_t next_of_origin = none;  // the next pair with the same origin on this window
    std::uint32_t next_of_target = none;  // the next pair with the same target on this window
    std::size_t slot = 0;                 // index in `slots_` of Pairs
};

class Pairs {
public:
    Pairs(Rank ranks, WindowId windows);

    // Prepares the records of a window that is created during the run. Records of an earlier window with this number
    // may exist. They have no unfinished operations and no locks, so the new window uses them.
    void window_created(WindowId window);

    // Returns the record of the pair, and creates the record if necessary. The reference is valid until the next call
    // of `at`.
    Pair& at(Rank origin, Rank target, WindowId window) {
        if (slots_.size() < keys_) return find(origin, target, window);
        const std::uint64_t slot = key(origin, target, window);
        return slots_[slot] == none ? make(origin, target, window, slot) : pairs_[slots_[slot]];
    }

    // `find_of_origin` and `find_of_target` call `visit(pair)` for each pair with this origin or this target. They stop
    // at the first pair for which `visit` returns true.
    template <class Visit>
    void find_of_origin(Rank origin, WindowId window, Visit visit) const {
        for (std::uint32_t i = of_origin_.at(origin, window).pair; i != none; i = pairs_[i].next_of_origin) {
            if (visit(pairs_[i])) return;
        }
    }
    template <class Visit>
    void find_of_target(Rank target, WindowId window, Visit visit) const {
        for (std::uint32_t i = of_target_.at(target, window).pair; i != none; i = pairs_[i].next_of_target) {
            if (visit(pairs_[i])) return;
        }
    }
    const std::vector<Pair>& all() const { return pairs_; }  // in order of creation

    void reset();

private:
    // The index of the first pair in a list of pairs with the same origin or target.
    struct First {
        std::uint32_t pair = none;
    };
    std::uint64_t key(Rank origin, Rank target, WindowId window) const {
        const std::uint64_t row = static_cast<std::uint64_t>(origin) * windows_ + window;
        return row * static_cast<std::uint64_t>(ranks_) + static_cast<std::uint64_t>(target);
    }
    std::uint64_t keys() const;
    std::size_t first_slot(std::uint64_t key) const;
    Pair& find(Rank origin, Rank target, WindowId window);
    Pair& make(Rank origin, Rank target, WindowId window, std::size_t slot);
    void use_slots(std::size_t count);

    Rank ranks_;
    std::size_t windows_;
    std::uint64_t keys_;  // number of possible pairs
    // A hash table of indices in `pairs_`, with open addressing from `first_slot` on. Its size is a power of two.
    std::vector<std::uint32_t> slots_;
    std::vector<Pair> pairs_;
    ByWindow<First> of_origin_;
    ByWindow<First> of_target_;
};

}  // namespace rmasim::sim::check
