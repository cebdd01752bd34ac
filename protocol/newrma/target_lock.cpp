#include "protocol/newrma/target_lock.h"

#include <algorithm>

namespace rmasim::newrma {

bool TargetLock::compatible(LockType type) const {
    return type == LockType::shared ? exclusive_holder_ == no_rank : free();
}

void TargetLock::hold(const Request& request) {
    if (request.type == LockType::shared) {
        shared_holders_.push_back(request.packet.source);
    } else {
        exclusive_holder_ = request.packet.source;
    }
}

bool TargetLock::has_waiting(Rank origin) const {
    return std::any_of(queue_.begin() + static_cast<std::ptrdiff_t>(first_), queue_.end(),
                       [origin](const Request& request) { return request.packet.source == origin; });
}

bool TargetLock::acquire(const Request& request) {
    if (waiting() == 0 && compatible(request.type)) {
        hold(request);
        return true;
    }
    queue_.push_back(request);
    return false;
}

bool TargetLock::release(Rank holder) {
    if (exclusive_holder_ == holder) {
        exclusive_holder_ = no_rank;
        return true;
    }
    const auto shared = std::find(shared_holders_.begin(), shared_holders_.end(), holder);
    if (shared == shared_holders_.end()) return false;
    *shared = shared_holders_.back();
    shared_holders_.pop_back();
    return true;
}

const TargetLock::Request* TargetLock::grant_next() {
    if (waiting() == 0 || !compatible(queue_[first_].type)) return nullptr;
    granted_ = queue_[first_];
    ++first_;
    if (first_ == queue_.size()) {
        queue_.clear();
        first_ = 0;
    } else if (first_ >= 32 && first_ * 2 >= queue_.size()) {
        // A queue that never runs empty would grow for ever: drop the granted half now and then.
        queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(first_));
        first_ = 0;
    }
    hold(granted_);
    return &granted_;
}

}  // namespace rmasim::newrma
