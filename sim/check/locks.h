// The lock of every window of every rank, as the reports and packets tell it: an exclusive holder is alone, nobody gets
// what he did not ask for, and whoever asked first is served first.
#pragma once

#include "sim/check/epochs.h"

namespace rmasim::sim::check {

class Locks {
public:
    Locks(const Setting& setting, Pairs& pairs, Epochs& epochs, Findings& findings);

    // A packet that asks for a lock, or gives one back, is about to be handled.
    void delivered(const Packet& packet);
    void sent(const Packet& packet);
    void queued(Rank target, WindowId window, Rank origin);
    void granted(Rank target, WindowId window, Rank origin, LockType type);
    // What came with a request is forgotten, an UNLOCK, too.
    void dropped(Rank target, WindowId window, Rank origin) { pairs_.at(origin, target, window).unlocks = false; }
    void released(Rank target, WindowId window, Rank origin);
    // An operation of `origin`, posted in `mode`, touches the target's memory.
    void applied(Rank origin, Rank target, WindowId window, Mode mode);
    void ended();
    void reset();

private:
    struct WindowLock {
        Rank exclusive = no_rank;
        std::uint32_t shared = 0;
        std::vector<Rank> queue;  // from `first` on
        std::size_t first = 0;
    };
    WindowLock& at(Rank target, WindowId window) { return locks_[setting_.place(target, window)]; }
    bool asked_for(const Pair& pair);
    void require_type(const Pair& pair, LockType type);
    void leave_queue(WindowLock& lock, const Pair& pair);
    void require_free(const WindowLock& lock, const Pair& pair, LockType type);

    const Setting& setting_;
    Pairs& pairs_;
    Epochs& epochs_;
    Findings& findings_;
    std::vector<WindowLock> locks_;
};

}  // namespace rmasim::sim::check
