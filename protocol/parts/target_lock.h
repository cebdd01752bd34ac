// The lock of one process's window segment, kept at the target: its holders and its waiting requests. Requests are
// granted in the order of arrival, except that some shared requests may overtake (LockOrder).
//
// A request consists of a rank, a lock type, and a flag that is true if its origin holds the lock of another segment of
// the window. An operation that came with the request is kept if the buffer has room (LockBuffer). Otherwise the
// operation is dropped, and the grant reports the loss to its origin.
#pragma once

#include "protocol/base/packet.h"
#include "protocol/parts/lock_order.h"
#include "protocol/parts/sizes.h"

#include <memory>
#include <optional>
#include <vector>

namespace rmasim {

// The lock of one process's window segment.
class TargetLock {
public:
    explicit TargetLock(const LockBuffer& buffer, LockOrder order = LockOrder::fifo) : buffer_(buffer), order_(order) {}

    // Acquires the lock for `origin`. Returns false if `origin` must wait. `holder` is true if `origin` holds the lock
    // of another segment of the window.
    bool try_acquire(Rank origin, LockType type, bool holder = false);

    // Queues a request that must wait.
    void enqueue(Rank origin, LockType type, bool holder = false);
    // Queues a request that came with an operation. Returns false if the buffer has no room and the operation is
    // dropped. The caller must then release the operation's payload.
    bool enqueue_with_operation(const Packet& operation, LockType type, bool holder = false);
    // Records that `origin` now holds the lock of another segment of the window. No effect if `origin` has no waiting
    // request.
    void note_holder(Rank origin);

    // Releases the lock for `holder`. Returns false, without effect, if `holder` does not hold it: a process that
    // locked with NOCHECK, and whose target element was freed and created again, sends such an UNLOCK (design,
    // "Algorithm for LOCK-UNLOCK").
    bool release(Rank holder);

    // A granted request.
    struct Grant {
        Rank origin;
        LockType type;
        bool dropped;                     // the request's operation was dropped
        std::optional<Packet> operation;  // the operation kept with the request
    };
    // Grants the lock to the next waiting request that can have the lock now, and removes the request from the queue.
    // Returns nullopt if there is no such request.
    std::optional<Grant> grant_next();

    bool free() const { return holder_ == no_rank; }
    Rank exclusive_holder() const { return exclusive_ ? holder_ : no_rank; }
    std::size_t shared_holders() const { return free() || exclusive_ ? 0 : 1 + others_.size(); }
    std::size_t waiting() const { return queue_ ? queue_->requests.size() - queue_->first : 0; }
    // Calls `visit(Rank)` for each holder, in no particular order.
    template <class Visit>
    void for_each_holder(Visit visit) const {
        if (!free()) visit(holder_);
        for (const Rank holder : others_) visit(holder);
    }
    // Calls `visit(Rank, LockType, bool overtakes)` for each waiting request, in order of arrival.
    template <class Visit>
    void for_each_waiting(Visit visit) const {
        for (std::size_t i = 0, n = waiting(); i < n; ++i) {
            const Request& request = queue_->requests[queue_->first + i];
            visit(request.origin, request.type, overtakes(request.type, request.holder));
        }
    }
    bool has_waiting(Rank origin) const;
    // For prefetching: the address of the ranks of the second and later holders.
    const void* others_address() const { return others_.data(); }
    std::size_t bytes() const { return (queue_ ? queue_->bytes() : 0) + others_.capacity() * sizeof(Rank); }

private:
    enum class Carried : std::uint8_t { nothing, kept, dropped };
    struct Request {
        Rank origin;
        LockType type;
        Carried carried;
        bool holder;
    };
    struct Queue {
        std::vector<Request> requests;  // from `first` on: waiting; before: granted already
        std::size_t first = 0;
        std::vector<Packet> kept;  // operations of waiting requests, at most one per origin
        std::uint32_t kept_bytes = 0;

        std::size_t bytes() const {
            return sizeof(Queue) + requests.capacity() * sizeof(Request) + kept.capacity() * sizeof(Packet);
        }
    };

    bool compatible(LockType type) const;
    // True if the request may overtake exclusive requests while others share the lock.
    bool overtakes(LockType type, bool holder) const;
    std::size_t next_to_grant() const;
    Queue& queue();
    void hold(Rank origin, LockType type);
    bool keep(const Packet& packet);
    Packet take_kept(Rank origin);
    void forget(std::size_t nth);

    const LockBuffer& buffer_;
    // The ranks of all holders except `holder_`. Ranks are stored, not only their number: the UNLOCK of a process that
    // holds no lock must not release another process's lock. Most locks have at most one holder and never need the
    // list: often, the only holder is the process itself (LOCK_ALL).
    std::vector<Rank> others_;  // empty if the lock is exclusive or free
    Rank holder_ = no_rank;
    bool exclusive_ = false;
    LockOrder order_;
    std::unique_ptr<Queue> queue_;  // null until the first request has to wait
};

}  // namespace rmasim
