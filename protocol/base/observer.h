// The interface for reports of the core about a run. Observers count, trace, charge virtual time and check. They never
// influence the run. Every method does nothing unless overridden.
#pragma once

#include "protocol/base/operation.h"
#include "protocol/base/packet.h"

#include <string_view>

namespace rmasim {

enum class ElementKind : std::uint8_t { operation, target };
enum class PoolLevel : std::uint8_t { local, global };

std::string_view name_of(ElementKind kind);
std::string_view name_of(PoolLevel level);

// The kinds of events of a synchronisation counter. Family synccount has such counters: signals of other processes
// lower them.
enum class CounterStep : std::uint8_t { allocated, init, start, restart, lowered, freed };
// An event of a synchronisation counter.
struct CounterChange {
    Rank owner = no_rank;
    WindowId window = 0;
    std::uint32_t counter = 0;  // number among the owner's counters of this window, from 0
    std::uint32_t generation = 0;
    CounterStep step = CounterStep::allocated;
    std::int64_t from = 0, to = 0;  // the counter's value before and after
    std::int64_t count = 0;         // the value that INIT set
    std::int64_t lost = 0;          // signals that a reset discarded
    Rank by = no_rank;              // origin of the signal that lowered the counter
    std::uint32_t slot = 0;         // index among all counters of the owner, as in CounterSignal
};
// A signal that lowers a synchronisation counter. A persistent request of WIN_SYNC_OPS_INIT sends the signal when its
// operations are complete. The signal is one packet. No packet is sent if process `by` owns the counter.
struct CounterSignal {
    Rank by = no_rank;
    RequestId request = no_request;
    WindowId window = 0;
    Rank owner = no_rank;  // the process that has the counter
    std::uint32_t slot = 0;
    std::uint32_t generation = 0;
};
// The kinds of events of a persistent request (family synccount). A request of WIN_SYNC_OPS_INIT is complete when it
// has sent its signal. A request of WIN_SYNC_OBJECT_INIT is complete when its counter has reached its final value.
enum class RequestStep : std::uint8_t { started, complete, reported, restarted };

// Receives reports of the core. The first argument of most methods is the reporting rank.
class Observer {
public:
    virtual ~Observer() = default;

    // WAIT returned, or TEST returned true.
    virtual void exposure_ended(Rank, WindowId) {}

    // State changes, with the printed names of states ("PER_TARGET", "LOCK_ISSUED"), for transcripts and traces. No
    // logic may depend on these names.
    virtual void window_state(Rank, WindowId, std::string_view /*from*/, std::string_view /*to*/) {}
    virtual void exposure_state(Rank, WindowId, std::string_view /*from*/, std::string_view /*to*/) {}
    virtual void target_created(Rank, WindowId, Rank /*target*/, std::string_view /*state*/) {}
    virtual void target_state(Rank, WindowId, Rank /*target*/, std::string_view /*from*/, std::string_view /*to*/) {}
    virtual void target_freed(Rank, WindowId, Rank /*target*/) {}

    // Allocation of elements. `element_taken` and `element_freed` name the pool level. `element_exhausted` reports that
    // both levels are empty.
    virtual void element_taken(Rank, WindowId, ElementKind, PoolLevel) {}
    virtual void element_freed(Rank, WindowId, ElementKind, PoolLevel) {}
    virtual void element_exhausted(Rank, WindowId, ElementKind) {}

    // A search for a target element examined `steps` elements of a slot's list.
    virtual void table_searched(Rank, WindowId, std::uint32_t /*steps*/) {}

    // A walk over the operation table of a window examined this number of slots. Walks issue and clean up operations,
    // close an epoch, or search for an element to free.
    virtual void table_walked(Rank, WindowId, std::size_t /*slots*/) {}
    // RESTORE freed the target element of `target`, because a call on window `needed_by` found no free target element.
    virtual void target_restored(Rank, WindowId, Rank /*target*/, WindowId /*needed_by*/) {}
    // A locked target whose element was freed has an element again.
    virtual void target_made_again(Rank, WindowId, Rank /*target*/) {}
    // The window's LOCK_ALL is replaced by one LOCK for each of its processes, because the call on window `needed_by`
    // found no free target element.
    virtual void fall_back_began(Rank, WindowId, Call, WindowId /*needed_by*/) {}
    // The fall-back is complete: the rank holds the lock of every process of the window.
    virtual void fall_back_ended(Rank, WindowId) {}

    // Events of a target's request queue (family oldqueue). A request enters the queue, is passed over because it may
    // not be applied yet, or leaves the queue because it is applied completely. The packet is the request, without the
    // parts that are already applied.
    virtual void request_queued(Rank, const Packet&) {}
    virtual void request_passed_over(Rank, const Packet&) {}
    virtual void request_left(Rank, const Packet&) {}
    // A search of the request queue has ended. Reports the number of rounds, and the number of requests examined.
    virtual void queue_searched(Rank, std::uint32_t /*rounds*/, std::uint32_t /*requests*/) {}

    // Events of an operation at its origin. `op_posted` reports that the program has called the operation, `op_issued`
    // that its packet is sent.
    virtual void op_posted(Rank, OpId, const Operation&) {}
    virtual void op_issued(Rank, OpId, Rank /*target*/) {}
    virtual void op_completed(Rank, OpId, Rank /*target*/) {}

    virtual void counter_changed(const CounterChange&) {}
    // A persistent request has sent a signal to a counter. A later report, `counter_changed`, says that the signal
    // lowers the counter.
    virtual void signal_sent(const CounterSignal&) {}
    // An event of a persistent request. For a request of WIN_SYNC_OPS_INIT, the arguments are its target and its
    // SyncModes. For a request of WIN_SYNC_OBJECT_INIT, the arguments are no_rank and, as `modes`, the number of its
    // counter.
    virtual void request_stepped(Rank, RequestId, RequestStep, WindowId, Rank /*target*/, unsigned /*modes*/) {}

    // Events at the target of an operation or of a lock.
    virtual void op_applied(Rank, const Packet&) {}
    virtual void lock_queued(Rank, WindowId, Rank /*origin*/, LockType) {}
    virtual void lock_granted(Rank, WindowId, Rank /*origin*/, LockType) {}
    virtual void lock_released(Rank, WindowId, Rank /*origin*/) {}
    // An UNLOCK arrived from a process that does not hold the lock: the origin lost the information that it locked with
    // NOCHECK.
    virtual void unlock_without_lock(Rank, WindowId, Rank /*origin*/) {}
    // A lock request with an operation arrived at the target, and the target had no free memory for the operation's
    // data. The target queues only the lock request. The origin must send the operation again.
    virtual void lock_data_dropped(Rank, WindowId, Rank /*origin*/) {}

    // An operation accessed memory directly, without a packet: the caller's own window, or a shared window of its node.
    // `Operation::region` is in bytes.
    virtual void op_local(Rank, const Operation&) {}
    virtual void mem_sync(Rank, MemSync) {}
    // On a machine without coherent caches: the number of cache lines written back, and of lines invalidated.
    virtual void cache_flushed(Rank, WindowId, std::uint32_t /*lines*/) {}
    virtual void cache_invalidated(Rank, WindowId, std::uint32_t /*lines*/) {}
};

}  // namespace rmasim
