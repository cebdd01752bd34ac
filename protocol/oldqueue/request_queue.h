// The request queue of a process: the requests of all origins and windows that have not run yet, oldest first
// (OQ-QUEUE-1).
#pragma once

#include "protocol/base/packet.h"
#include "protocol/base/slab.h"

#include <algorithm>

namespace rmasim::oldqueue {

// A packet with steps that have not run. The steps run in this order: LOCK, the operation, then UNLOCK, COMPLETE or
// RMA_DONE. A step that has run is removed from the packet, and the remaining packet is again a request.
struct Request {
    std::uint32_t number = 0;  // index in the slab, which overwrites this member in a free element
    bool leads = true;         // no older request of its origin and window is in the queue
    bool passed_over = false;  // the observer has been notified that the request waits
    Packet packet;
    Request* previous = nullptr;
    Request* next = nullptr;
};

class RequestQueue {
public:
    // Appends a request. With `in_order`, the request may not overtake an older request of its origin and window
    // (OQ-QUEUE-3).
    void append(const Packet& packet, bool in_order);
    // Removes the request. The next request of its origin and window becomes the one that `leads`.
    void remove(Request& request);
    // Subtracts the data of an operation that has run (`bytes` bytes) from the size of the queue.
    void data_left(std::uint32_t bytes) { data_bytes_ -= bytes; }

    Request* first() { return first_; }
    const Request* first() const { return first_; }
    std::uint32_t size() const { return size_; }
    std::uint64_t bytes() const { return std::uint64_t{size_} * sizeof(Packet) + data_bytes_; }
    std::uint32_t max_requests() const { return max_requests_; }
    std::uint64_t max_bytes() const { return max_bytes_; }
    std::size_t memory_bytes() const { return requests_.bytes(); }

private:
    bool follows_another(const Packet& packet) const;
    void unlink(const Request& request);

    Slab<Request> requests_;
    Request* first_ = nullptr;
    Request* last_ = nullptr;
    std::uint32_t size_ = 0;
    std::uint64_t data_bytes_ = 0;
    std::uint32_t max_requests_ = 0;
    std::uint64_t max_bytes_ = 0;
};

}  // namespace rmasim::oldqueue
