// The lock of one process's window, kept at the target: who holds it, who waits. Requests are granted in the order they
// came; a shared request never overtakes a queued exclusive one, so writers cannot starve.
#pragma once

#include "protocol/base/packet.h"

#include <vector>

namespace rmasim::newrma {

class TargetLock {
public:
    // A request that waits, with the packet it came in: a plain LOCK, an operation that carries one, or (with
    // `packet.source` the owner itself) the target's own lock call.
    struct Request {
        LockType type;
        Packet packet;
    };

    // Takes the lock for `request` now, or queues it. True when it was granted.
    bool acquire(const Request& request);

    // `holder` gives its lock back. An UNLOCK from a process that holds nothing (its NOCHECK element was freed and
    // re-created, design "Algorithm for LOCK-UNLOCK") changes nothing; false then.
    bool release(Rank holder);

    // The next waiting request that can have the lock gets it and leaves the queue; null when none can. The pointer is
    // good until the next call.
    const Request* grant_next();

    bool free() const { return shared_holders_.empty() && exclusive_holder_ == no_rank; }
    Rank exclusive_holder() const { return exclusive_holder_; }
    std::size_t shared_holders() const { return shared_holders_.size(); }
    std::size_t waiting() const { return queue_.size() - first_; }
    bool has_waiting(Rank origin) const;
    std::size_t bytes() const {
        return queue_.capacity() * sizeof(Request) + shared_holders_.capacity() * sizeof(Rank);
    }

private:
    bool compatible(LockType type) const;
    void hold(const Request& request);

    // By rank, not by number: the UNLOCK of a process that holds nothing must not release another's lock.
    std::vector<Rank> shared_holders_;
    Rank exclusive_holder_ = no_rank;
    std::vector<Request> queue_;  // [first_, end) waits
    std::size_t first_ = 0;
    Request granted_{};
};

}  // namespace rmasim::newrma
