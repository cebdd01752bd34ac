// The checker of memory accesses: finds pairs of accesses that MPI forbids (SPEC.md). It reads a stream of events, in
// the order in which they happened, and does not influence the run:
//
//   load, store          a load or store of a thread, when it happens
//   began, returned      an MPI call, with the bytes of an operation and of its buffers
//   granted              a target granted a lock; without this event a lock counts as granted when its first completing
//                        call returns
//   counter_changed, signal_sent, request_stepped    the value of a synchronisation counter changed; a signal was sent
//                        to a counter; a persistent request was started, completed or reported (observer.h)
//   created, freed       a window of one rank
//
// Conflicts follow from happens-before, not from the order of the stream: two accesses that no synchronisation orders
// are reported, no matter how far apart they are.
//
// Each of the checker's parts has one task. The first parts are data; the other ones handle the calls of MPI:
//
//   Shadow               the stored accesses, and their comparison with new ones
//   Threads, Windows     the clocks and active calls of threads; the epochs of windows
//   HappensBefore        orders of threads outside of MPI's calls, and what predictions need
//   Visibility           when the copies of a window are made equal
//   Accesses             the bytes of loads, stores, buffers and operations
//   Results              fetched values, and the orders that follow from them
//   EpochCalls, Messages, CounterCalls, Requests, CollectiveCalls    the calls: their edges, and what they end
#pragma once

#include "protocol/memmodel/calls/collective_calls.h"
#include "protocol/memmodel/calls/epoch_calls.h"
#include "protocol/memmodel/requests.h"

#include <cstdint>

namespace rmasim::memmodel {

// The checker of memory accesses of a run.
class Checker {
public:
    explicit Checker(Setup setup);
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;

    // The rank has created its segment of the window.
    void created(Rank rank, WindowId window, const NewSegment& segment) { visibility_.created(rank, window, segment); }
    void freed(Rank rank, WindowId window);
    // The rank may use the window's number again. Call this after `freed` if the window was created during the run, and
    // before the window's group is destroyed.
    void removed(Rank rank, WindowId window) { windows_.forget(rank, window); }
    // Only the first `ranks` ranks have the window, until WIN_CHANGE_COMM. Without this call, all ranks have the
    // window.
    void opened_to(WindowId window, Rank ranks) { collectives_.opened_to(window, ranks); }
    // These bytes have got new contents, for example because their memory was allocated again. Earlier accesses to
    // these bytes are dropped.
    void renewed(Rank rank, MemoryId memory, const Run& bytes) { shadow_.forget(rank, memory, bytes); }

    // A load or store of a thread. `owner` is the owner of the memory. In shared memory, it may be another rank than
    // the thread's.
    void load(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner = Manner::plain) {
        accesses_.load(origin, owner, memory, bytes, manner);
    }
    void store(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner = Manner::plain) {
        accesses_.store(origin, owner, memory, bytes, manner);
    }
    // A request of another library uses these buffers from `uses` until `used`.
    void uses(const Origin& origin, std::uint64_t request, const Buffers& buffers) {
        accesses_.uses(origin, request, buffers);
    }
    void used(const Origin& origin, std::uint64_t request) { accesses_.used(origin, request); }
    // `answer` is the answer of a receive. Its index is set when the receive is posted, before a message is matched.
    // May be null if no other thread of the rank receives or probes at the same time.
    void began(const Origin& origin, const CallRequest& call, const Buffers& buffers = {},
               const CallAnswer* answer = nullptr);
    void returned(const Origin& origin, const CallAnswer& answer = {});
    // A receive of `rank`, with the number that CallAnswer::index has when its call returns, has matched a message.
    void matched(Rank rank, std::uint32_t receive, Rank source, std::uint32_t tag, WindowId comm) {
        messages_.matched(receive, {source, rank, tag, comm});
    }
    // The thread that is inside START of a persistent request begins its nonblocking call. `receive` is the number of
    // the receive, if the call is one.
    void started(Rank rank, RequestId request, const CallRequest& call, const Buffers& buffers, std::uint32_t receive);
    // Returns the span of the buffers of the last call of `began` or `uses`. Null if that call had no buffers.
    const SpanRef& buffers_used() const { return accesses_.buffers_used(); }
    void granted(Rank target, WindowId window, Rank origin) { epochs_.granted(target, window, origin); }
    // Must precede the application of an operation, or of a part of it, at its target. `region` is in bytes.
    void operation_applied(Rank target, WindowId window, Rank origin, OpKind kind, ReduceOp reduce,
                           const Region& region) {
        results_.applied(target, window, origin, kind, reduce, region);
    }
    // Events of persistent requests and counters (observer.h). They are reported while the rank is inside the call that
    // starts the request, tests it or waits for it.
    void signal_sent(const CounterSignal& signal) { counters_.signal_sent(signal); }
    void request_stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target, unsigned modes) {
        counters_.request_stepped(rank, request, step, window, target, modes);
    }
    void counter_changed(const CounterChange& change) { counters_.changed(change); }
    // The orders of threads that MPI's calls do not create.
    HappensBefore& order() { return order_; }

    const Threads& threads() const { return threads_; }
    const Findings& findings() const { return findings_; }
    // Returns the pairs of accesses that are right only because memory has a single copy. Empty unless Setup::notes is
    // set.
    const Findings& notes() const { return notes_; }
    // The number of accesses that were compared with others so far. For tests: the number of accesses and
    // synchronisations that are stored, and of values.
    struct Remembered {
        std::uint64_t compared = 0;
        std::size_t accesses = 0, values = 0;
    };
    Remembered remembered() const { return {shadow_.added(), shadow_.remembered(), results_.remembered()}; }

private:
    void probe_returned(const Origin& origin, ThreadState& thread, const CallAnswer& answer);
    void message_returned(const Origin& origin, ThreadState& thread, const CallAnswer& answer);

    Setup setup_;
    Findings findings_, notes_;
    Shadow shadow_;
    Threads threads_;
    Windows windows_;
    HappensBefore order_;
    Visibility visibility_;
    Accesses accesses_;
    Results results_;
    EpochCalls epochs_;
    Messages messages_;
    CounterCalls counters_;
    CollectiveCalls collectives_;
    Requests requests_;
};

}  // namespace rmasim::memmodel
