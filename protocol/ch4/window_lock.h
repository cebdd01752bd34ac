// The lock of a window at its target (CH4-LOCK-3 to CH4-LOCK-5), with one queue of requests. Requests are granted in
// the order of the queue.
#pragma once

#include "protocol/base/types.h"

#include <vector>

namespace rmasim::ch4 {

class WindowLock {
public:
    struct Request {
        Rank origin = no_rank;
        LockType type = LockType::shared;
        bool of_lock_all = false;
    };

    void enqueue(const Request& request);
    // True if the lock can be granted to the first request in the queue: the lock is free, or the holders and the
    // request are all shared. False if the queue is empty.
    bool can_serve() const;
    // Grants the lock to the first request in the queue, removes the request and returns it. Precondition: can_serve().
    Request serve();
    // Releases the lock for `origin`. No effect if `origin` does not hold the lock, which never happens
    // (DEVIATIONS.md).
    void release(Rank origin);

    bool is_exclusive() const { return exclusive_ && !holders_.empty(); }
    bool holds(Rank origin) const;
    const std::vector<Rank>& holders() const { return holders_; }
    const std::vector<Request>& waiting() const { return queue_; }
    std::size_t bytes() const { return queue_.capacity() * sizeof(Request) + holders_.capacity() * sizeof(Rank); }

private:
    bool exclusive_ = false;
    std::vector<Request> queue_;
    std::vector<Rank> holders_;
};

}  // namespace rmasim::ch4
