// The locks of all windows of all ranks, according to reports and packets. An exclusive holder excludes all others,
// each grant answers a request, and requests are granted in the order of arrival, except where the family's lock order
// lets a shared request overtake.
#pragma once

#include "sim/checkers/invariants/epochs.h"

namespace rmasim::sim::check {

class Locks {
public:
    Locks(const CheckerContext& context, Pairs& pairs, Epochs& epochs, Findings& findings);

    // A packet is about to be handled. It matters if it requests or releases a lock, or reports a holder.
    void delivered(const Packet& packet);
    void sent(const Packet& packet);
    void queued(Rank target, WindowId window, Rank origin, LockType type);
    // Only for families with a queue of all requests: a request enters the queue (before `queued` if it requests the
    // lock), or leaves it.
    void request_queued(const Packet& packet) {
        ++pairs_.at(packet.source, packet.target, packet.window).queued_requests;
    }
    void request_left(const Packet& packet);
    void granted(Rank target, WindowId window, Rank origin, LockType type);
    // The target dropped the operation that was piggybacked on a lock request, and with it a piggybacked UNLOCK.
    void dropped(Rank target, WindowId window, Rank origin) { pairs_.at(origin, target, window).unlocks = 0; }
    void released(Rank target, WindowId window, Rank origin);
    // A LOCK of the rank's own window, or LOCK_ALL, returns. Checks that the rank holds the lock.
    void own_window_locked(Rank rank, WindowId window, std::string_view call);
    // An operation of `origin`, posted in `mode`, is applied to the target's memory. Checks that no other rank holds
    // the lock exclusively, and that the origin holds it if its epoch requires it.
    void applied(Rank origin, Rank target, WindowId window, Mode mode, bool nocheck);
    // A window is created during the run. All locks of earlier windows with this number are free.
    void window_created(WindowId window) { locks_.make_room(window + std::size_t{1}); }
    // WIN_FREE has returned at `target`. Checks that no rank holds the lock.
    void window_freed(Rank target, WindowId window);
    void ended();
    void reset();

private:
    struct Waiting {
        Rank origin = no_rank;
        LockType type = LockType::shared;
        bool holder = false;  // true: the origin holds another lock, as far as the target has been informed; for the
                              // own lock: it may be informed
        bool own = false;
        std::uint32_t behind = 0;  // number of older requests of the pair in the target's queue, of all kinds
    };
    struct WindowLock {
        Rank exclusive = no_rank;
        std::uint32_t shared = 0;
        std::vector<Waiting> queue;  // in order of arrival; entries before `first` have left
        std::size_t first = 0;

        auto begin() { return queue.begin() + static_cast<std::ptrdiff_t>(first); }
        auto end() { return queue.end(); }
        void push(const Waiting& one);
        void erase(std::vector<Waiting>::iterator one);
    };
    WindowLock& at(Rank target, WindowId window) { return locks_.at(target, window); }
    bool asked_for(const Pair& pair);
    void require_type(const Pair& pair, LockType type);
    void leave_queue(WindowLock& lock, const Pair& pair, LockType type);
    bool may_overtake(const WindowLock& lock, const Waiting& one, const Waiting& other) const;
    bool waits_for_own_request(const Waiting& one, const Pair& pair) const;
    void note_holder(WindowLock& lock, Rank origin);
    bool asks_as_holder(const Pair& pair) const;
    void require_free(const WindowLock& lock, const Pair& pair, LockType type);

    const CheckerContext& context_;
    CheckedRules rules_;
    LockOrder order_;
    Pairs& pairs_;
    Epochs& epochs_;
    Findings& findings_;
    ByWindow<WindowLock> locks_;
};

}  // namespace rmasim::sim::check
