#include "protocol/newrma/target_lock.h"

#include <algorithm>

namespace rmasim::newrma {

bool TargetLock::compatible(LockType type) const {
    return type == LockType::shared ? exclusive_holder_ == no_rank : free();
}

void TargetLock::hold(Rank origin, LockType type) {
    if (type == LockType::shared) {
        shared_holders_.push_back(origin);
    } else {
        exclusive_holder_ = origin;
    }
}

bool TargetLock::has_waiting(Rank origin) const {
    return std::any_of(queue_.begin() + static_cast<std::ptrdiff_t>(first_), queue_.end(),
                       [origin](const Request& request) { return request.origin == origin; });
}

bool TargetLock::try_acquire(Rank origin, LockType type) {
    if (waiting() > 0 || !compatible(type)) return false;
    hold(origin, type);
    return true;
}

bool TargetLock::enqueue(const Packet& packet, LockType type) {
    Carried carried = Carried::nothing;
    if (packet.kind != PacketKind::lock) carried = keep(packet) ? Carried::kept : Carried::dropped;
    queue_.push_back({packet.source, type, carried});
    return carried != Carried::dropped;
}

bool TargetLock::keep(const Packet& packet) {
    if (kept_.size() >= buffer_.operations) return false;
    if (packet.data_bytes > buffer_.bytes - kept_bytes_) return false;
    kept_bytes_ += packet.data_bytes;
    kept_.push_back(packet);
    return true;
}

Packet TargetLock::take_kept(Rank origin) {
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [origin](const Packet& packet) { return packet.source == origin; });
    const Packet packet = *found;
    *found = kept_.back();
    kept_.pop_back();
    kept_bytes_ -= packet.data_bytes;
    return packet;
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

std::optional<TargetLock::Grant> TargetLock::grant_next() {
    if (waiting() == 0 || !compatible(queue_[first_].type)) return std::nullopt;
    const Request request = queue_[first_];
    forget_first();
    hold(request.origin, request.type);
    Grant grant{request.origin, request.type, request.carried == Carried::dropped, std::nullopt};
    if (request.carried == Carried::kept) grant.operation = take_kept(request.origin);
    return grant;
}

void TargetLock::forget_first() {
    ++first_;
    if (first_ == queue_.size()) {
        queue_.clear();
        first_ = 0;
    } else if (first_ >= 32 && first_ * 2 >= queue_.size()) {
        // A queue that never runs empty would grow for ever: drop the granted half now and then.
        queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(first_));
        first_ = 0;
    }
}

}  // namespace rmasim::newrma
