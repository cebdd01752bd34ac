#include "protocol/ch4/window_lock.h"

#include <algorithm>

namespace rmasim::ch4 {

void WindowLock::enqueue(const Request& request) { queue_.push_back(request); }

bool WindowLock::can_serve() const {
    if (queue_.empty()) return false;
    return holders_.empty() || (!exclusive_ && queue_.front().type == LockType::shared);
}

WindowLock::Request WindowLock::serve() {
    const Request request = queue_.front();
    queue_.erase(queue_.begin());
    exclusive_ = request.type == LockType::exclusive;
    holders_.push_back(request.origin);
    return request;
}

void WindowLock::release(Rank origin) {
    const auto holder = std::find(holders_.begin(), holders_.end(), origin);
    if (holder != holders_.end()) holders_.erase(holder);
}

bool WindowLock::holds(Rank origin) const {
    return std::find(holders_.begin(), holders_.end(), origin) != holders_.end();
}

}  // namespace rmasim::ch4
