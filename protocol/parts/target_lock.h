// The lock of one process's window, kept at the target: who holds it, who waits. Requests are granted in the order they
// came; a shared request never overtakes a queued exclusive one, so writers cannot starve.
//
// A request is a rank and a type. An operation that came with it is kept beside it while there is room (LockBuffer);
// without room it is dropped, and its origin is told so with the grant.
#pragma once

#include "protocol/base/packet.h"
#include "protocol/parts/sizes.h"

#include <memory>
#include <optional>
#include <vector>

namespace rmasim {

class TargetLock {
public:
    explicit TargetLock(const LockBuffer& buffer) : buffer_(buffer) {}

    // Takes the lock for `origin` now; false when it has to wait.
    bool try_acquire(Rank origin, LockType type);

    // Queues a request that has to wait.
    void enqueue(Rank origin, LockType type);
    // The same for a request that came on an operation. False when that found no room and was dropped; its payload is
    // the caller's to release then.
    bool enqueue_with_operation(const Packet& operation, LockType type);

    // `holder` gives its lock back. An UNLOCK from a process that holds nothing (its NOCHECK element was freed and
    // re-created, design "Algorithm for LOCK-UNLOCK") changes nothing; false then.
    bool release(Rank holder);

    struct Grant {
        Rank origin;
        LockType type;
        bool dropped;                     // its operation was
        std::optional<Packet> operation;  // kept with the request
    };
    // The next waiting request that can have the lock gets it and leaves the queue; none when there is none.
    std::optional<Grant> grant_next();

    bool free() const { return shared_holders_.empty() && exclusive_holder_ == no_rank; }
    Rank exclusive_holder() const { return exclusive_holder_; }
    std::size_t shared_holders() const { return shared_holders_.size(); }
    std::size_t waiting() const { return queue_ ? queue_->requests.size() - queue_->first : 0; }
    // In no particular order; a visit gets (Rank).
    template <class Visit>
    void for_each_holder(Visit visit) const {
        if (exclusive_holder_ != no_rank) visit(exclusive_holder_);
        for (const Rank holder : shared_holders_) visit(holder);
    }
    // In the order they came; a visit gets (Rank, LockType).
    template <class Visit>
    void for_each_waiting(Visit visit) const {
        for (std::size_t i = 0, n = waiting(); i < n; ++i) {
            const Request& request = queue_->requests[queue_->first + i];
            visit(request.origin, request.type);
        }
    }
    bool has_waiting(Rank origin) const;
    const void* shared_holders_address() const { return shared_holders_.data(); }
    std::size_t bytes() const { return (queue_ ? queue_->bytes() : 0) + shared_holders_.capacity() * sizeof(Rank); }

private:
    enum class Carried : std::uint8_t { nothing, kept, dropped };
    struct Request {
        Rank origin;
        LockType type;
        Carried carried;
    };
    struct Queue {
        std::vector<Request> requests;  // [first, end) waits
        std::size_t first = 0;
        std::vector<Packet> kept;  // operations of waiting requests, one an origin at most
        std::uint32_t kept_bytes = 0;

        std::size_t bytes() const {
            return sizeof(Queue) + requests.capacity() * sizeof(Request) + kept.capacity() * sizeof(Packet);
        }
    };

    bool compatible(LockType type) const;
    Queue& queue();
    void hold(Rank origin, LockType type);
    bool keep(const Packet& packet);
    Packet take_kept(Rank origin);
    void forget_first();

    const LockBuffer& buffer_;
    // By rank, not by number: the UNLOCK of a process that holds nothing must not release another's lock.
    std::vector<Rank> shared_holders_;
    Rank exclusive_holder_ = no_rank;
    std::unique_ptr<Queue> queue_;  // none before somebody had to wait
};

}  // namespace rmasim
