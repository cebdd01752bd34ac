// The sections of locks, which predictions reorder (prediction.h).
#pragma once

#include "protocol/base/types.h"
#include "protocol/memmodel/clock.h"
#include "protocol/memmodel/counted.h"

#include <algorithm>
#include <vector>

namespace rmasim::memmodel {

class History;
class Prefixes;

// A section: one holding of the lock of a target by a rank, from the grant to the release.
struct Section : Counted {
    bool exclusive = false;
    Rank holder = no_rank;
    History* history = nullptr;  // null before the grant
    Moment released{};           // does not exist while the lock is held

    void enter(const Moment& moment);
    // True if `visit(thread, tick)` is true for a thread and its first tick that is ordered after the grant.
    template <class Visit>
    bool any_entered(Visit visit) const {
        if (first_.thread == no_thread) return false;
        return visit(first_.thread, first_.tick) ||
               std::ranges::any_of(others_, [&](const Entered& one) { return visit(one.thread, one.tick); });
    }
    bool is_entered(const Prefixes& prefixes) const;
    bool conflicts_with(const Section& other) const { return exclusive || other.exclusive; }

private:
    struct Entered {
        ThreadIndex thread = no_thread;
        Tick tick = 0;
    };
    Entered first_{};  // apart, because most sections have one thread
    std::vector<Entered> others_{};
};
using SectionRef = Ref<Section>;

}  // namespace rmasim::memmodel
