#include "protocol/oldqueue/request_queue.h"

#include "protocol/oldqueue/packets.h"

namespace rmasim::oldqueue {

bool RequestQueue::follows_another(const Packet& packet) const {
    for (const Request* older = last_; older != nullptr; older = older->previous) {
        if (same_pair(older->packet, packet)) return true;
    }
    return false;
}

void RequestQueue::append(const Packet& packet, bool in_order) {
    const bool leads = !in_order || !follows_another(packet);
    const std::uint32_t number = requests_.take();
    Request& request = requests_[number];
    request = Request{number, leads, false, packet, last_, nullptr};
    (last_ == nullptr ? first_ : last_->next) = &request;
    last_ = &request;
    ++size_;
    data_bytes_ += packet.data_bytes;
    max_requests_ = std::max(max_requests_, size_);
    max_bytes_ = std::max(max_bytes_, bytes());
}

void RequestQueue::unlink(const Request& request) {
    (request.previous == nullptr ? first_ : request.previous->next) = request.next;
    (request.next == nullptr ? last_ : request.next->previous) = request.previous;
    --size_;
    data_bytes_ -= request.packet.data_bytes;
}

void RequestQueue::remove(Request& request) {
    unlink(request);
    for (Request* later = request.next; later != nullptr; later = later->next) {
        if (!same_pair(later->packet, request.packet)) continue;
        later->leads = true;
        break;
    }
    requests_.give_back(request.number);
}

}  // namespace rmasim::oldqueue
