// The lock of a window at its target (CH4-LOCK-3 to CH4-LOCK-5): one queue of requests, served from its head only.
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
    // Whether the first of the queue can have the lock: nobody holds it, or both share it.
    bool can_serve() const;
    // Takes the first of the queue, which holds the lock now.
    Request serve();
    // One holder less. Who holds nothing releases nothing: nobody does that (DEVIATIONS.md).
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
