// What the core reports while it works. Observers count, trace, charge virtual time and check; they never steer.
// Every method does nothing unless overridden.
#pragma once

#include "protocol/base/operation.h"
#include "protocol/base/packet.h"

#include <string_view>

namespace rmasim {

enum class ElementKind : std::uint8_t { operation, target };
enum class PoolLevel : std::uint8_t { local, global };

std::string_view name_of(ElementKind kind);
std::string_view name_of(PoolLevel level);

// What happens to a synchronisation counter.
enum class CounterStep : std::uint8_t { allocated, init, start, restart, lowered, freed };
struct CounterChange {
    Rank owner = no_rank;
    WindowId window = 0;
    std::uint32_t counter = 0;  // of those of the window at its owner, from 0
    std::uint32_t generation = 0;
    CounterStep step = CounterStep::allocated;
    std::int64_t from = 0, to = 0;  // its value
    std::int64_t count = 0;         // what INIT set it to
    std::int64_t lost = 0;          // signals that a reset wiped out
    Rank by = no_rank;              // whose signal lowered it
    std::uint32_t place = 0;        // among all counters of its owner: signals name it so
};
// A request of operations signals: one packet, or none to the process itself.
struct CounterSignal {
    Rank by = no_rank;
    RequestId request = no_request;
    WindowId window = 0;
    Rank owner = no_rank;  // of the counter, and its name there
    std::uint32_t place = 0;
    std::uint32_t generation = 0;
};
// What happens to a persistent request. `complete`: an operation request has signalled, an object request found zero.
enum class RequestStep : std::uint8_t { started, complete, reported, restarted };

class Observer {
public:
    virtual ~Observer() = default;

    // WAIT returns, or TEST returns true.
    virtual void exposure_ended(Rank, WindowId) {}

    // States by their printed names ("PER_TARGET", "LOCK_ISSUED"), for transcripts and traces. No logic may depend on
    // these names.
    virtual void window_state(Rank, WindowId, std::string_view /*from*/, std::string_view /*to*/) {}
    virtual void exposure_state(Rank, WindowId, std::string_view /*from*/, std::string_view /*to*/) {}
    virtual void target_created(Rank, WindowId, Rank /*target*/, std::string_view /*state*/) {}
    virtual void target_state(Rank, WindowId, Rank /*target*/, std::string_view /*from*/, std::string_view /*to*/) {}
    virtual void target_freed(Rank, WindowId, Rank /*target*/) {}

    // Elements. `taken` and `freed` name the pool level; `exhausted` means both levels were empty.
    virtual void element_taken(Rank, WindowId, ElementKind, PoolLevel) {}
    virtual void element_freed(Rank, WindowId, ElementKind, PoolLevel) {}
    virtual void element_exhausted(Rank, WindowId, ElementKind) {}

    // A search for a target element looked at `steps` elements of the slot's list.
    virtual void table_searched(Rank, WindowId, std::uint32_t /*steps*/) {}

    // A walk over the table of a window looked at so many slots: to issue and clean up operations, to close an epoch,
    // or to look for an element that can be freed.
    virtual void table_walked(Rank, WindowId, std::size_t /*slots*/) {}
    // RESTORE has freed the element of `target`, because a call on window `needed_by` found no other; a locked target
    // whose element was freed before has one again.
    virtual void target_restored(Rank, WindowId, Rank /*target*/, WindowId /*needed_by*/) {}
    virtual void target_made_again(Rank, WindowId, Rank /*target*/) {}
    // LOCK_ALL of the window goes over to a lock of every process, because `call` on window `needed_by` found no target
    // element; it has all of them.
    virtual void fall_back_began(Rank, WindowId, Call, WindowId /*needed_by*/) {}
    virtual void fall_back_ended(Rank, WindowId) {}

    // A queue of requests at their target: one comes, stays behind because it may not run yet, leaves when it has run.
    // A request is the packet that brought it, without what has run already.
    virtual void request_queued(Rank, const Packet&) {}
    virtual void request_passed_over(Rank, const Packet&) {}
    virtual void request_left(Rank, const Packet&) {}
    // One look went through the queue: number of rounds, and of requests looked at.
    virtual void queue_searched(Rank, std::uint32_t /*rounds*/, std::uint32_t /*requests*/) {}

    // An operation's life at its origin.
    virtual void op_posted(Rank, OpId, const Operation&) {}
    virtual void op_issued(Rank, OpId, Rank /*target*/) {}
    virtual void op_completed(Rank, OpId, Rank /*target*/) {}

    virtual void counter_changed(const CounterChange&) {}
    // Before the signal can lower the counter.
    virtual void signal_sent(const CounterSignal&) {}
    // `target` and `modes` are those of an operation request; for an object request no_rank and its counter's number.
    virtual void request_stepped(Rank, RequestId, RequestStep, WindowId, Rank /*target*/, unsigned /*modes*/) {}

    // At the target.
    virtual void op_applied(Rank, const Packet&) {}
    virtual void lock_queued(Rank, WindowId, Rank /*origin*/, LockType) {}
    virtual void lock_granted(Rank, WindowId, Rank /*origin*/, LockType) {}
    virtual void lock_released(Rank, WindowId, Rank /*origin*/) {}
    // An UNLOCK from a process that does not hold the lock: it has forgotten that it locked with NOCHECK.
    virtual void unlock_without_lock(Rank, WindowId, Rank /*origin*/) {}
    // There was no room for the operation that came with a lock request: only the request is kept.
    virtual void lock_data_dropped(Rank, WindowId, Rank /*origin*/) {}

    // An operation on the caller's own window, or on a shared window of its node: memory is accessed directly, without
    // a packet. Its region is in bytes.
    virtual void op_local(Rank, const Operation&) {}
    virtual void mem_sync(Rank, MemSync) {}
    // On a machine whose caches are not coherent: number of lines written back, number of lines dropped.
    virtual void cache_flushed(Rank, WindowId, std::uint32_t /*lines*/) {}
    virtual void cache_invalidated(Rank, WindowId, std::uint32_t /*lines*/) {}
};

}  // namespace rmasim
