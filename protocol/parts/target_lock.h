// The lock of one process's window, kept at the target: its holders and its waiting requests. Requests are granted in
// the order they arrived, except that some shared ones may overtake (LockOrder).
//
// A request is a rank, a lock type, and whether its origin holds another lock of the window. An operation that came
// with it is kept while there is room (LockBuffer). Otherwise the operation is dropped, and the grant tells its origin
// so.
#pragma once

#include "protocol/base/packet.h"
#include "protocol/parts/lock_order.h"
#include "protocol/parts/sizes.h"

#include <memory>
#include <optional>
#include <vector>

namespace rmasim {

class TargetLock {
public:
    explicit TargetLock(const LockBuffer& buffer, LockOrder order = LockOrder::fifo) : buffer_(buffer), order_(order) {}

    // Takes the lock for `origin`; false if `origin` must wait. `holder`: it holds another lock of the window.
    bool try_acquire(Rank origin, LockType type, bool holder = false);

    // Queues a request that must wait.
    void enqueue(Rank origin, LockType type, bool holder = false);
    // The same for a request piggybacked on an operation. False if there was no room and the operation was dropped; the
    // caller must then release its payload.
    bool enqueue_with_operation(const Packet& operation, LockType type, bool holder = false);
    // `origin` holds another lock now. Without effect if it does not wait.
    void note_holder(Rank origin);

    // `holder` releases its lock. False, without effect, if it holds none: a process whose NOCHECK element was freed
    // and re-created sends such an UNLOCK (design, "Algorithm for LOCK-UNLOCK").
    bool release(Rank holder);

    struct Grant {
        Rank origin;
        LockType type;
        bool dropped;                     // the request's operation was dropped
        std::optional<Packet> operation;  // the operation kept with the request
    };
    // Grants the lock to the next waiting request that can have it, and removes the request from the queue.
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
    // For prefetching: where there are several holders, their ranks.
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
        std::vector<Request> requests;  // from `first` on: waiting; before: already granted
        std::size_t first = 0;
        std::vector<Packet> kept;  // operations of waiting requests, at most one per origin
        std::uint32_t kept_bytes = 0;

        std::size_t bytes() const {
            return sizeof(Queue) + requests.capacity() * sizeof(Request) + kept.capacity() * sizeof(Packet);
        }
    };

    bool compatible(LockType type) const;
    // May overtake exclusive requests while others share the lock.
    bool overtakes(LockType type, bool holder) const;
    std::size_t next_to_grant() const;
    Queue& queue();
    void hold(Rank origin, LockType type);
    bool keep(const Packet& packet);
    Packet take_kept(Rank origin);
    void forget(std::size_t nth);

    const LockBuffer& buffer_;
    // The holders' ranks, not only a count: the UNLOCK of a process that holds nothing must not release another's lock.
    // The first is not in the list, which most locks then never need: it is often the process itself (LOCK_ALL).
    std::vector<Rank> others_;  // none if the lock is exclusive, or free
    Rank holder_ = no_rank;
    bool exclusive_ = false;
    LockOrder order_;
    std::unique_ptr<Queue> queue_;  // null until the first request had to wait
};

}  // namespace rmasim
