// The lock of every window of every rank, followed from reports and packets: an exclusive holder excludes all others,
// every grant has a request, and requests are granted first come, first served.
#pragma once

#include "sim/check/epochs.h"

namespace rmasim::sim::check {

class Locks {
public:
    Locks(const Setting& setting, Pairs& pairs, Epochs& epochs, Findings& findings);

    // A packet is about to be handled; matters if it requests or releases a lock.
    void delivered(const Packet& packet);
    void sent(const Packet& packet);
    void queued(Rank target, WindowId window, Rank origin);
    void granted(Rank target, WindowId window, Rank origin, LockType type);
    // The target dropped the operation that came with a request, and with it a piggybacked UNLOCK.
    void dropped(Rank target, WindowId window, Rank origin) { pairs_.at(origin, target, window).unlocks = 0; }
    void released(Rank target, WindowId window, Rank origin);
    // An operation of `origin`, posted in `mode`, is applied to the target's memory.
    void applied(Rank origin, Rank target, WindowId window, Mode mode, bool nocheck);
    void ended();
    void reset();

private:
    struct WindowLock {
        Rank exclusive = no_rank;
        std::uint32_t shared = 0;
        std::vector<Rank> queue;  // the waiting ranks begin at `first`
        std::size_t first = 0;
    };
    WindowLock& at(Rank target, WindowId window) { return locks_[setting_.place(target, window)]; }
    bool asked_for(const Pair& pair);
    void require_type(const Pair& pair, LockType type);
    void leave_queue(WindowLock& lock, Rank origin, Rank target, WindowId window);
    void require_free(const WindowLock& lock, const Pair& pair, LockType type);

    const Setting& setting_;
    CheckedRules rules_;
    Pairs& pairs_;
    Epochs& epochs_;
    Findings& findings_;
    std::vector<WindowLock> locks_;
};

}  // namespace rmasim::sim::check
