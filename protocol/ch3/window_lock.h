// The lock of a window at its target, and the queue of requests that wait for it (CH3-LOCK-1 to CH3-LOCK-5). Like
// MPICH, the lock records its type and a count, but not its holders: a process that does not hold it can release it.
#pragma once

#include "protocol/ch3/packets.h"
#include "protocol/parts/sizes.h"

#include <vector>

namespace rmasim::ch3 {

class WindowLock {
public:
    explicit WindowLock(const LockBuffer& room) : room_(room) {}

    // Acquires the lock for `origin`, even if requests wait in the queue. Returns false if a holder conflicts.
    bool try_acquire(Rank origin, LockType type);
    // Removes one holder, even if `origin` does not hold the lock. Returns true if the caller must pass on the lock.
    bool release(Rank origin);
    bool holds(Rank origin) const;
    // Makes the lock free. The caller then passes it on to queued requests.
    void become_free() { held_ = Held::none; }
    // Makes the lock free before the queue is walked again, even if an earlier walk has granted the lock (CH3-LOCK-4).
    void forget_holders() {
        forgot_holder_ = forgot_holder_ || !holders_.empty();
        held_ = Held::none;
    }

    // The result of queueing a request that must wait.
    enum class EnqueueResult : std::uint8_t { queued, data_discarded, discarded };
    // Queues a LOCK, or an operation with all its data in the header.
    EnqueueResult enqueue(const Packet& request);
    // Queues an operation that needs `bytes` bytes of the buffer. If the result is data_discarded, only the lock
    // request is queued, and the caller must release the payload.
    EnqueueResult enqueue_with_data(const Packet& request, std::uint32_t bytes);

    struct Entry {
        Packet request;
        std::uint32_t bytes = 0;
    };
    std::size_t waiting() const { return queue_.size(); }
    const Entry& entry(std::size_t index) const { return queue_[index]; }
    Entry take(std::size_t index);

    bool is_free() const { return held_ == Held::none; }
    bool is_exclusive() const { return held_ == Held::exclusive; }
    std::uint32_t shared_count() const { return shared_count_; }
    // True if forget_holders made the lock free while a rank held it: another rank may then have got an exclusive lock.
    bool forgot_holder() const { return forgot_holder_; }
    // True if a rank that did not hold the lock has released it: another rank's lock is then lost.
    bool robbed() const { return robbed_; }
    // For reports only: the ranks that were granted the lock and have not released it.
    const std::vector<Rank>& holders() const { return holders_; }
    std::size_t bytes() const { return queue_.capacity() * sizeof(Entry) + holders_.capacity() * sizeof(Rank); }

private:
    enum class Held : std::uint8_t { none, shared, exclusive };

    const LockBuffer& room_;
    Held held_ = Held::none;
    bool forgot_holder_ = false;
    bool robbed_ = false;
    std::uint32_t shared_count_ = 0;
    std::uint32_t kept_bytes_ = 0;
    std::vector<Entry> queue_;
    std::vector<Rank> holders_;
};

}  // namespace rmasim::ch3
