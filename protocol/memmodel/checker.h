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
#pragma once

#include "protocol/base/call_description.h"
#include "protocol/base/call_request.h"
#include "protocol/base/world.h"
#include "protocol/memmodel/collective.h"
#include "protocol/memmodel/counters.h"
#include "protocol/memmodel/epochs.h"
#include "protocol/memmodel/findings.h"
#include "protocol/memmodel/shadow.h"
#include "protocol/memmodel/values.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>

namespace rmasim::memmodel {

// The settings of a checker.
struct Setup {
    Model model = Model::separate;
    std::vector<std::uint32_t> threads;  // number of threads, by rank
    // The groups of communicators and windows. Null if MPI_COMM_WORLD is the only communicator.
    const Communicators* communicators = nullptr;
    // In family synccount, operations have no epoch, and requests cover them. This is the guarantee for these
    // operations when a request is reported as complete. The other families set `nothing`.
    Guarantee counted = Guarantee::nothing;
    // True if the first FENCE of a window has edges, as later FENCEs do (MM-EDGE-3).
    bool first_fence_waits = true;
    // A function that reads memory, to find orders between ranks by the values that they read (MM-EDGE-11). If it is
    // null, such orders are ignored.
    Contents contents{};
    // True for programs under `exec`: loads and stores may be volatile or atomic, or may not be reported.
    bool of_programs = false;
    bool looks_after_sync = false;  // in addition: SYNC is followed by loads of the rank's own memory
    // In the unified model, also collect notes on stores that would not be public in the separate model (SPEC.md,
    // MM-NOTE-1).
    bool notes = false;
    std::size_t max_findings = 100;
    std::size_t clean_up_at = 16;    // number of accesses of one class in one memory; tests set it low
    bool predicts = false;           // also report pairs that only the order of this run keeps apart (MM-PREDICT)
    bool threads_may_start = false;  // threads may be added to `threads` (thread_started)
};

// The thread of an event, with the event's location and time. Location and time are numbers that the caller chooses;
// findings contain them.
struct Origin {
    Rank rank = no_rank;
    std::uint32_t thread = 0;
    std::uint32_t location = 0;
    std::int64_t time = 0;
};

// Bytes of the calling rank.
struct Buffer {
    MemoryId memory = 0;
    Bytes bytes{0, 0, 0, 0};
};
// Some bytes of a buffer that is not contiguous. In shared memory, the bytes may belong to another rank, `owner`.
struct Piece {
    Bytes bytes;
    Rank owner = no_rank;
};
// Bytes that an operation accesses at its target: whole elements, or the same member of each element.
struct TargetPiece {
    Bytes bytes;
    std::uint64_t in_element = 0;  // offset of these bytes in each element
};
// The buffers of a call. An operation reads its source and writes its result until local completion. SEND reads its
// source, RECV writes its result, a collective call does both. For WIN_ATTACH, the result is the attached memory. For
// WIN_DETACH, the result is the first byte of that memory.
struct Buffers {
    Buffer source, result;
    // Used by operations whose data are not one regular sequence of runs. `sources` and `results` then replace the
    // bytes of `source` and `result`, in the same memories. `targets` replaces the operation's region at the target.
    std::vector<Piece> sources{}, results{};
    std::vector<TargetPiece> targets{};

    bool none() const { return source.bytes.empty() && result.bytes.empty() && sources.empty() && results.empty(); }
};

// The checker of memory accesses of a run.
class Checker {
public:
    explicit Checker(Setup setup);
    ~Checker();
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;

    // The rank has created its segment of the window, at `bytes` of `memory`. If `unified` is true, the segment has a
    // single copy even if the model is the separate one.
    void created(Rank rank, WindowId window, MemoryId memory, Run bytes, std::uint32_t disp_unit, bool unified);
    // The rank has created a dynamic window, which consists of the memory that WIN_ATTACH attaches. `base` is the
    // offset in `memory` of displacement 0, modulo 2^64.
    void created_dynamic(Rank rank, WindowId window, MemoryId memory, std::uint64_t base);
    // The window does not order accumulates of one rank (info accumulate_ordering: none). Call this after `created` or
    // `created_dynamic`.
    void created_in_any_order(Rank rank, WindowId window) { windows_.of(rank, window).in_any_order = true; }
    // Concurrent accumulates to an element all use the same operation (info accumulate_ops: same_op). Without this
    // promise, an accumulate with NO_OP may be concurrent with any other operation. Call this after `created` or
    // `created_dynamic`.
    void created_same_op(Rank rank, WindowId window) { windows_.of(rank, window).same_op = true; }
    void freed(Rank rank, WindowId window);
    // The rank may use the window's number again. Call this after `freed` if the window was created during the run, and
    // before the window's group is destroyed.
    void removed(Rank rank, WindowId window) { windows_.forget(rank, window); }
    // Only the first `ranks` ranks have the window, until WIN_CHANGE_COMM. Without this call, all ranks have the
    // window.
    void opened_to(WindowId window, Rank ranks) { changes_.opened_to(window, ranks); }
    // These bytes have got new contents, for example because their memory was allocated again. Earlier accesses to
    // these bytes are dropped.
    void renewed(Rank rank, MemoryId memory, const Run& bytes) { shadow_.forget(rank, memory, bytes); }

    // A load or store of a thread. `owner` is the owner of the memory. In shared memory, it may be another rank than
    // the thread's.
    void load(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner = Manner::plain);
    void store(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner = Manner::plain);
    // The program has executed a memory barrier (MM-SHM-2). MPI calls contain further memory barriers.
    void memory_barrier(const Origin& origin);
    // A request of another library uses these buffers from `uses` until `used`.
    void uses(const Origin& origin, std::uint64_t request, const Buffers& buffers);
    void used(const Origin& origin, std::uint64_t request);
    void began(const Origin& origin, const CallRequest& call, const Buffers& buffers = {});
    void returned(const Origin& origin, const CallAnswer& answer = {});
    // Returns the span of the buffers of the last call of `began` or `uses`. Null if that call had no buffers.
    const SpanRef& buffers_used() const { return buffers_used_; }
    void granted(Rank target, WindowId window, Rank origin);
    // Must precede the application of an operation, or of a part of it, at its target. `region` is in bytes.
    void operation_applied(Rank target, WindowId window, Rank origin, OpKind kind, ReduceOp reduce,
                           const Region& region);
    // Events of persistent requests and counters (observer.h). They are reported while the rank is inside the call that
    // starts the request, tests it or waits for it.
    void signal_sent(const CounterSignal& signal);
    void request_stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target, unsigned modes);
    void counter_changed(const CounterChange& change) { counters_.changed(change); }
    // Synchronisation of threads of one rank: one thread sets a flag (`released`), another thread has waited for the
    // flag (`awaited`). The caller describes barriers and joins of threads by such flags.
    void released(const Origin& origin, std::uint32_t flag) { released(origin, flag, origin.rank); }
    void awaited(const Origin& origin, std::uint32_t flag) { awaited(origin, flag, origin.rank); }
    // The same for threads of different ranks. The flag belongs to rank `of`, or to all ranks (no_rank).
    void released(const Origin& origin, std::uint32_t flag, Rank of);
    void awaited(const Origin& origin, std::uint32_t flag, Rank of);
    // Synchronisation of ranks outside of MPI calls. `moment` returns the current moment of a thread. `acquires_clock`
    // orders the later steps of another thread after such a moment.
    Moment moment(const Origin& origin);
    void acquires_clock(const Origin& origin, const Moment& moment);
    void acquires_clock(const Origin& origin, const Knowledge& known);
    // Like `acquires_clock`, for a message that a receive of any source took. The caller sets `has_other` of the
    // returned object if the receive could have taken another message. Returns null if nothing is predicted.
    MatchRef acquires_match(const Origin& origin, const Moment& sent, Rank source);
    // True if the thread is ordered after the moment in every run with the same values, not only in this run
    // (MM-PREDICT).
    bool needs(const Origin& origin, const Moment& moment);
    // Starts a new thread with the rank's next number, or a thread that has ended. The new thread is not ordered after
    // any other thread's steps. It must first await a flag of the thread that created it.
    void thread_started(Rank rank, std::uint32_t thread);
    // The thread has no more events.
    void ended(Rank rank, std::uint32_t thread);

    const Findings& findings() const { return findings_; }
    // Returns the pairs of accesses that are right only because memory has a single copy. Empty unless Setup::notes is
    // set.
    const Findings& notes() const { return notes_; }
    // Returns the number of pairs of statements that, as far as the checker can find, only this run has ordered.
    // `by_lock` counts pairs that are ordered by the order in which ranks acquired a lock. `by_match` counts pairs that
    // are ordered by the message that a receive of any source took.
    struct OrderedByRun {
        std::uint64_t by_lock = 0, by_match = 0;
    };
    OrderedByRun ordered_by_run() const;
    // Returns the rank of a thread and its number in that rank.
    std::pair<Rank, std::uint32_t> thread_of(ThreadIndex thread) const;
    // Returns the number of threads that the rank has had.
    std::size_t threads(Rank rank) const { return threads_of_[static_cast<std::size_t>(rank)].size(); }
    // Returns the number of accesses that were compared with others so far.
    std::uint64_t accesses() const { return shadow_.added(); }
    // For tests: the number of accesses and synchronisations that are stored.
    std::size_t remembered() const { return shadow_.remembered(); }
    std::size_t values_remembered() const { return values_.remembered(); }

private:
    struct ThreadState;
    // Messages with the same source, target, tag and communicator. The n-th receive matches the n-th message.
    struct Mail {
        std::map<std::uint64_t, Moment> sent{};  // by number, until a receive matches
        std::uint64_t sends = 0, receives = 0;
    };
    using Route = std::tuple<Rank, Rank, std::uint32_t, WindowId>;  // source, target, tag, communicator
    struct Receive {
        Route route{};
        std::uint64_t number = 0;
    };
    // The effects of a request's completion: accesses to the buffers and reads at the target end, and the receiver is
    // ordered after the send of a received message.
    struct Requested {
        SpanRef buffers{}, reads{};
        FoundRef found{};
        GrantedRef granted{};
        NeededRef needed{};
        std::optional<Receive> receive{};
    };
    ThreadIndex index(const Origin& origin) const {
        return threads_of_[static_cast<std::size_t>(origin.rank)][origin.thread];
    }
    ThreadState& state(const Origin& origin);
    // The collective calls of each communicator, by the communicator's number and its first member. Several
    // communicators may have the same number. Barriers on MPI_COMM_WORLD are in `barriers_`.
    using SomeCollectives = std::map<std::pair<WindowId, Rank>, Collectives>;
    // Returns the barriers of the communicator, and the rank's communicator rank in it.
    std::pair<Collectives&, Rank> barriers_of(Rank rank, WindowId comm);
    // Returns the collective calls of the communicator other than barriers, and the rank's communicator rank in it.
    std::pair<Collectives&, Rank> collectives_of(Rank rank, WindowId comm) {
        return found_or_made(collectives_, rank, comm);
    }
    std::pair<Collectives&, Rank> found_or_made(SomeCollectives& among, Rank rank, WindowId comm);
    Access access(const Origin& origin, const Class& is, Rank owner, MemoryId memory, const Bytes& bytes);
    void separate_from_stores(ThreadState& thread, const Origin& origin, const Class& is);
    void local(const Origin& origin, const Class& is, Rank owner, MemoryId memory, const Bytes& bytes);
    void attach_or_detach(const Origin& origin, ThreadState& thread, const Buffer& memory);
    void operation(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers);
    void counted_operation(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers);
    bool has_epoch(Rank rank, const Operation& operation);
    Toward& open_toward(Rank rank, const ThreadState& thread, const Operation& operation);
    void ends_with_epoch(Rank rank, const Operation& operation, const Toward& toward, const SpanRef& span);
    SpanRef new_span(const ThreadState& thread, const Toward& toward, const Outstanding& among);
    const SpanRef& open_span(const ThreadState& thread, const Toward& toward, Outstanding& among);
    void reach_target(Toward& toward, WindowId window, Pending operation);
    void waits(Pending& operation);
    NeededRef needed_of(ThreadState& thread, Toward& toward, Call call, OpKind kind);
    void need(ThreadState& thread, const Needed& read);
    void hold(Rank rank, Toward& toward);
    void order_after_releases(ThreadState& thread, const Knowledge& gates, bool all);
    void order_after_lock(ThreadState& thread, const Knowledge& gates, const SectionRef& section);
    SpanRef buffers_of(ThreadState& thread, Toward& toward, Call call, const Buffers& buffers);
    SpanRef reads_of(Rank rank, ThreadState& thread, Toward& toward, const CallRequest& call);
    void note_result(ThreadState& thread, Toward& toward, const CallRequest& call);
    std::span<const TargetPiece> target_pieces(const Operation& operation, const Buffers& buffers,
                                               std::array<TargetPiece, 2>& made);
    Access target_side(const Origin& origin, const CallRequest& call, const SpanRef& span, const TargetPiece& piece);
    void buffer_side(const Origin& origin, const ThreadState& thread, const Buffer& buffer, AccessKind kind, Call call,
                     const SpanRef& span, bool message = false, Rank owner = no_rank);
    void buffer_sides(const Origin& origin, const ThreadState& thread, const Buffers& buffers, Call call,
                      const SpanRef& span, bool message = false);

    // ---- Defined in value_edges.cpp
    SpanRef note_call(ThreadState& thread, Toward& toward, const CallRequest& call, Moment& called);
    void collect_found(ThreadState& thread, Toward& toward);
    void acquire_clock(ThreadState& thread);
    void need_writers(ThreadState& thread, const Found& found);
    void acquire_clock(ThreadState& thread, const Found& found);
    void release_at_sync(Rank rank, const ThreadState& thread, const Moment& now);
    void look_after_sync(Rank rank, ThreadState& thread);

    // ---- Defined in synchronisation.cpp
    void begin_fence(Rank rank, ThreadState& thread);
    void return_fence(Rank rank, ThreadState& thread);
    void begin_post(Rank rank, ThreadState& thread);
    void begin_start(Rank rank, ThreadState& thread);
    void begin_complete(Rank rank, ThreadState& thread);
    void return_complete(Rank rank, ThreadState& thread);
    void return_wait(Rank rank, ThreadState& thread);
    void begin_lock(Rank rank, ThreadState& thread);
    void return_lock(Rank rank, ThreadState& thread);
    void begin_completion(Rank rank, ThreadState& thread);  // FLUSH..., UNLOCK...
    void return_completion(Rank rank, ThreadState& thread);
    void return_request(Rank rank, ThreadState& thread, const CallAnswer& answer);
    std::vector<Requested> completed_requests(Rank rank, const ThreadState& thread, const CallAnswer& answer);
    void end_reported(Rank rank, ThreadState& thread, const Moment& now);
    ThreadState& inside(Rank rank, RequestId request);
    void begin_change(Rank rank, ThreadState& thread, const CallRequest& call);
    void return_change(Rank rank, ThreadState& thread);
    void begin_message(const Origin& origin, ThreadState& thread, const Buffers& buffers);
    void return_recv(const Origin& origin, ThreadState& thread);
    void take(ThreadState& thread, const Receive& receive);
    void begin_collective(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers);
    void return_collective(const Origin& origin, ThreadState& thread);
    void grant(Rank rank, WindowId window, Toward& toward);
    void release(WindowId window, Toward& toward);
    void acquire_clock_of(Granted& lock, ThreadState& thread);
    void end_local(OriginState& origin, const Moment& moment, Call call);
    void add_to_shadow(const Pending& operation, const Start& start);
    void enter(const Pending& pending, const Moment& gate, const Knowledge& gates);
    void end_fence_epoch(WindowId id, Window& window, std::uint64_t nth);
    void order_memory(Rank rank, ThreadState& thread);
    void synchronise_public(Rank rank, WindowId window, const Moment& moment);
    void synchronise_private(Rank rank, WindowId window, const Moment& moment);

    const std::vector<Tick>& known_to_all();

    Setup setup_;
    std::vector<std::vector<ThreadIndex>> threads_of_;                // by rank
    std::vector<std::pair<Rank, std::uint32_t>> rank_and_number_of_;  // by thread
    Findings findings_, notes_;
    Orders orders_;
    Shadow shadow_;
    std::vector<ThreadState> threads_;
    Windows windows_;
    Collectives barriers_;  // of all ranks
    SomeCollectives some_barriers_, collectives_;
    std::map<Route, Mail> messages_;
    std::map<std::pair<Rank, RequestId>, Requested> requests_;
    std::map<std::pair<Rank, std::uint64_t>, SpanRef> used_;  // by requests of another library
    SpanRef buffers_used_;
    Needed read_by_buffers_;  // of the current call
    std::map<std::pair<Rank, std::uint32_t>, Sum> flags_;
    Counters counters_;
    GroupChanges changes_;
    // By rank and window: the thread and the moment of a WIN_CHANGE_COMM of a new member, if no member of the window
    // has begun the change yet.
    std::map<std::pair<Rank, WindowId>, std::pair<std::size_t, Moment>> waiting_in_change_;
    Values values_;
    std::vector<Tick> known_to_all_;
    std::uint64_t joins_ = 0;  // joins of clocks since known_to_all_ was computed
};

}  // namespace rmasim::memmodel
