#include "protocol/parts/target_lock.h"

#include <algorithm>

namespace rmasim {

bool TargetLock::compatible(LockType type) const { return type == LockType::shared ? !exclusive_ : free(); }

void TargetLock::hold(Rank origin, LockType type) {
    if (!free()) return others_.push_back(origin);
    holder_ = origin;
    exclusive_ = type == LockType::exclusive;
}

bool TargetLock::overtakes(LockType type, bool holder) const {
    if (type == LockType::exclusive) return false;
    return order_ == LockOrder::readers_first || (order_ == LockOrder::holders_first && holder);
}

bool TargetLock::has_waiting(Rank origin) const {
    bool found = false;
    for_each_waiting([&](Rank rank, LockType, bool) { found = found || rank == origin; });
    return found;
}

bool TargetLock::try_acquire(Rank origin, LockType type, bool holder) {
    if (!compatible(type)) return false;
    if (waiting() > 0 && !overtakes(type, holder)) return false;
    hold(origin, type);
    return true;
}

TargetLock::Queue& TargetLock::queue() {
    if (!queue_) queue_ = std::make_unique<Queue>();
    return *queue_;
}

void TargetLock::enqueue(Rank origin, LockType type, bool holder) {
    queue().requests.push_back({origin, type, Carried::nothing, holder});
}

bool TargetLock::enqueue_with_operation(const Packet& operation, LockType type, bool holder) {
    const bool kept = keep(operation);
    queue().requests.push_back({operation.source, type, kept ? Carried::kept : Carried::dropped, holder});
    return kept;
}

void TargetLock::note_holder(Rank origin) {
    for (std::size_t i = 0, n = waiting(); i < n; ++i) {
        Request& request = queue_->requests[queue_->first + i];
        if (request.origin == origin) request.holder = true;
    }
}

bool TargetLock::keep(const Packet& packet) {
    Queue& kept = queue();
    if (kept.kept.size() >= buffer_.operations) return false;
    if (packet.data_bytes > buffer_.bytes - kept.kept_bytes) return false;
    kept.kept_bytes += packet.data_bytes;
    kept.kept.push_back(packet);
    return true;
}

Packet TargetLock::take_kept(Rank origin) {
    const auto found = std::find_if(queue_->kept.begin(), queue_->kept.end(),
                                    [origin](const Packet& packet) { return packet.source == origin; });
    const Packet packet = *found;
    *found = queue_->kept.back();
    queue_->kept.pop_back();
    queue_->kept_bytes -= packet.data_bytes;
    return packet;
}

bool TargetLock::release(Rank holder) {
    if (holder_ == holder) {
        exclusive_ = false;
        holder_ = others_.empty() ? no_rank : others_.back();
        if (!others_.empty()) others_.pop_back();
        return true;
    }
    const auto other = std::find(others_.begin(), others_.end(), holder);
    if (other == others_.end()) return false;
    *other = others_.back();
    others_.pop_back();
    return true;
}

// Returns the index, among the waiting requests, of the request that can have the lock now; `waiting()` if there is
// none.
std::size_t TargetLock::next_to_grant() const {
    const std::size_t count = waiting();
    if (count == 0) return count;
    const auto request = queue_->requests.begin() + static_cast<std::ptrdiff_t>(queue_->first);
    if (compatible(request->type)) return 0;
    if (exclusive_) return count;
    const auto next = std::find_if(request, queue_->requests.end(),
                                   [this](const Request& one) { return overtakes(one.type, one.holder); });
    return static_cast<std::size_t>(next - request);
}

std::optional<TargetLock::Grant> TargetLock::grant_next() {
    const std::size_t nth = next_to_grant();
    if (nth == waiting()) return std::nullopt;
    const Request request = queue_->requests[queue_->first + nth];
    forget(nth);
    hold(request.origin, request.type);
    Grant grant{request.origin, request.type, request.carried == Carried::dropped, std::nullopt};
    if (request.carried == Carried::kept) grant.operation = take_kept(request.origin);
    return grant;
}

void TargetLock::forget(std::size_t nth) {
    std::vector<Request>& requests = queue_->requests;
    std::size_t& first = queue_->first;
    if (nth > 0) {
        requests.erase(requests.begin() + static_cast<std::ptrdiff_t>(first + nth));
        return;
    }
    ++first;
    if (first == requests.size()) {
        requests.clear();
        first = 0;
    } else if (first >= 32 && first * 2 >= requests.size()) {
        // A queue that never becomes empty would grow without bound: requests that were granted are dropped when they
        // are half of the queue.
        requests.erase(requests.begin(), requests.begin() + static_cast<std::ptrdiff_t>(first));
        first = 0;
    }
}

}  // namespace rmasim
