#include "protocol/ch3/window_lock.h"

#include <algorithm>

namespace rmasim::ch3 {

bool WindowLock::try_acquire(Rank origin, LockType type) {
    const bool shared = type == LockType::shared;
    if (held_ == Held::exclusive || (!shared && held_ == Held::shared)) return false;
    held_ = shared ? Held::shared : Held::exclusive;
    if (shared) ++shared_count_;
    holders_.push_back(origin);
    return true;
}

bool WindowLock::holds(Rank origin) const {
    return std::find(holders_.begin(), holders_.end(), origin) != holders_.end();
}

bool WindowLock::release(Rank origin) {
    const auto holder = std::find(holders_.begin(), holders_.end(), origin);
    if (holder != holders_.end()) holders_.erase(holder);
    else robbed_ = robbed_ || held_ != Held::none;
    if (held_ == Held::shared && shared_count_ > 0) --shared_count_;
    return shared_count_ == 0;
}

WindowLock::EnqueueResult WindowLock::enqueue(const Packet& request) {
    if (queue_.size() >= room_.operations) return EnqueueResult::discarded;
    queue_.push_back({request, 0});
    return EnqueueResult::queued;
}

WindowLock::EnqueueResult WindowLock::enqueue_with_data(const Packet& request, std::uint32_t bytes) {
    if (queue_.size() >= room_.operations) return EnqueueResult::discarded;
    if (kept_bytes_ + bytes < room_.bytes) {
        kept_bytes_ += bytes;
        queue_.push_back({request, bytes});
        return EnqueueResult::queued;
    }
    Entry entry{request, 0};
    entry.request.kind = kind::lock;
    entry.request.data_bytes = 0;
    entry.request.payload = {};
    const bool exclusive = has(request.flags, flag::lock_exclusive);
    entry.request.flags = exclusive ? flag::lock_exclusive : flag::lock_shared;
    queue_.push_back(entry);
    return EnqueueResult::data_discarded;
}

WindowLock::Entry WindowLock::take(std::size_t index) {
    const Entry entry = queue_[index];
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(index));
    kept_bytes_ -= entry.bytes;
    return entry;
}

}  // namespace rmasim::ch3
