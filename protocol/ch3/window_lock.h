// The lock of a window at its target, and the requests that wait for it (CH3-LOCK-1 to CH3-LOCK-5). It knows a type and
// a count, not who holds it: a process that holds nothing can release it.
#pragma once

#include "protocol/ch3/packets.h"
#include "protocol/parts/sizes.h"

#include <vector>

namespace rmasim::ch3 {

class WindowLock {
public:
    explicit WindowLock(const LockBuffer& room) : room_(room) {}

    // Nobody looks at the queue.
    bool try_acquire(Rank origin, LockType type);
    // One holder less, whoever it is. True if the lock is to be passed on.
    bool release(Rank origin);
    bool holds(Rank origin) const;
    // Passing on begins: nobody holds it any more.
    void become_free() { held_ = Held::none; }
    // It begins once more: no lock, whoever has got it meanwhile (CH3-LOCK-4).
    void forget_holders() {
        forgot_holder_ = forgot_holder_ || !holders_.empty();
        held_ = Held::none;
    }

    // What becomes of a request that must wait.
    enum class Fate : std::uint8_t { queued, data_discarded, discarded };
    // For a LOCK, or an operation that is all in its header.
    Fate enqueue(const Packet& request);
    // For an operation that needs `bytes` of the buffer. With data_discarded the entry is that of a plain LOCK, and the
    // caller keeps the payload.
    Fate enqueue_with_data(const Packet& request, std::uint32_t bytes);

    struct Entry {
        Packet request;
        std::uint32_t bytes = 0;
    };
    std::size_t waiting() const { return queue_.size(); }
    const Entry& entry(std::size_t place) const { return queue_[place]; }
    Entry take(std::size_t place);

    bool is_free() const { return held_ == Held::none; }
    bool is_exclusive() const { return held_ == Held::exclusive; }
    std::uint32_t shared_count() const { return shared_count_; }
    // The lock was forgotten while somebody held it: an exclusive one may have been granted beside that.
    bool forgot_holder() const { return forgot_holder_; }
    // A rank that did not hold the lock has released it: another one's is gone.
    bool robbed() const { return robbed_; }
    // For reports only: who was granted the lock and has not released it.
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
