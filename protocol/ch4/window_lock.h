// The lock of a window at its target (CH4-LOCK-3 to CH4-LOCK-5): one queue of requests, served from its head only. It
// counts its holders and does not ask whose lock is released.
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <vector>

namespace rmasim::ch4 {

class WindowLock {
public:
    struct Request {
        Rank origin = no_rank;
        LockType type = LockType::shared;
        bool of_lock_all = false;
    };

    void enqueue(const Request& request) { queue_.push_back(request); }
    // Whether the first of the queue can have the lock: nobody holds it, or both share it.
    bool can_serve() const {
        if (queue_.empty()) return false;
        return holders_.empty() || (!exclusive_ && queue_.front().type == LockType::shared);
    }
    // Takes the first of the queue, which holds the lock now.
    Request serve() {
        const Request request = queue_.front();
        queue_.erase(queue_.begin());
        exclusive_ = request.type == LockType::exclusive;
        holders_.push_back(request.origin);
        return request;
    }
    // One holder less.
    void release(Rank origin) {
        const auto holder = std::find(holders_.begin(), holders_.end(), origin);
        if (holder != holders_.end()) holders_.erase(holder);
    }

    bool is_exclusive() const { return exclusive_ && !holders_.empty(); }
    bool holds(Rank origin) const { return std::find(holders_.begin(), holders_.end(), origin) != holders_.end(); }
    // For reports only.
    const std::vector<Rank>& holders() const { return holders_; }
    const std::vector<Request>& waiting() const { return queue_; }
    std::size_t bytes() const { return queue_.capacity() * sizeof(Request) + holders_.capacity() * sizeof(Rank); }

private:
    bool exclusive_ = false;
    std::vector<Request> queue_;
    std::vector<Rank> holders_;
};

}  // namespace rmasim::ch4
