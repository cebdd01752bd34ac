// The lock of a window at its target (CH4-LOCK-3 to CH4-LOCK-5), with one queue of requests. Only the head of the queue
// is served.
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
    // True if the head of the queue can have the lock: no rank holds it, or all holders and the request are shared.
    bool can_serve() const;
    // Grants the lock to the head of the queue, and removes it from the queue. Precondition: can_serve().
    Request serve();
    // Removes one holder. Releases nothing if `origin` does not hold the lock, which never happens (DEVIATIONS.md).
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
