// The invariants of the locks of all windows of all ranks, checked by means of packets and of the events that the
// protocol's code reports. If a rank holds a lock exclusively, no other rank holds it. Each grant answers a request.
// Requests are granted in the order of arrival, except that some families allow a shared request to overtake other
// requests.
#pragma once

#include "sim/checkers/invariants/epochs.h"

namespace rmasim::sim::check {

class Locks {
public:
    Locks(const CheckerContext& context, Pairs& pairs, Epochs& epochs, Findings& findings);

    // Records a packet that a process is about to handle. Only packets that concern locks have an effect: a packet may
    // request a lock, release a lock, or inform the target that its sender holds another lock.
    void delivered(const Packet& packet);
    void sent(const Packet& packet);
    void queued(Rank target, WindowId window, Rank origin, LockType type);
    // `request_queued` and `request_left` record that a request of any kind enters or leaves the queue of its target.
    // Only families in which targets queue all requests report these two events. For a lock request, `request_queued`
    // must be called before `queued`.
    void request_queued(const Packet& packet) {
        ++pairs_.at(packet.source, packet.target, packet.window).queued_requests;
    }
    void request_left(const Packet& packet);
    void granted(Rank target, WindowId window, Rank origin, LockType type);
    // Records that the target dropped the operation that was piggybacked on a lock request. If an UNLOCK was
    // piggybacked on the same packet, the target has also dropped the UNLOCK.
    void dropped(Rank target, WindowId window, Rank origin) { pairs_.at(origin, target, window).unlocks = 0; }
    void released(Rank target, WindowId window, Rank origin);
    // Checks that the rank holds the lock of its own window segment. Called when a LOCK of this segment or a LOCK_ALL
    // returns at the rank.
    void own_window_locked(Rank rank, WindowId window, std::string_view call);
    // Checks the lock when an operation of `origin` is applied to the target's memory. `mode` is the kind of access
    // epoch in which the operation was called. No other rank may hold the lock exclusively, and the origin must hold it
    // if its epoch requires a lock.
    void applied(Rank origin, Rank target, WindowId window, Mode mode, bool nocheck);
    // Allocates the locks of a window that is created during the run. Precondition: the locks of earlier windows with
    // this number are free.
    void window_created(WindowId window) { locks_.make_room(window + std::size_t{1}); }
    // Checks, when WIN_FREE returns at `target`, that no rank holds the lock of its window.
    void window_freed(Rank target, WindowId window);
    void ended();
    void reset();

private:
    struct Waiting {
        Rank origin = no_rank;
        LockType type = LockType::shared;
        // True if the origin holds another lock and the target knows this from a packet. If `own` is true, the grant of
        // the other lock may still be in flight.
        bool holder = false;
        bool own = false;          // true: the origin requests the lock of its own window
        std::uint32_t behind = 0;  // number of older requests of all kinds from the same origin in the target's queue
    };
    struct WindowLock {
        Rank exclusive = no_rank;
        std::uint32_t shared = 0;
        std::vector<Waiting> queue;  // in order of arrival; entries before `first` are not waiting
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
