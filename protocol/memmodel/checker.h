// Watches the memory accesses and synchronisation calls of a program and finds pairs of accesses that MPI forbids
// (SPEC.md). It consumes a stream of events in the order in which they happened, and steers nothing:
//
//   load, store          of a thread, when they happen
//   began, returned      of each MPI call, with the bytes of an operation and of its buffers
//   granted              a target gave a lock; without it a lock counts as granted when its first completing call
//                        returns
//   counter_changed, signal_sent, request_stepped    synchronisation counters, as the core reports them (observer.h)
//   created, freed       a window, at one rank
//
// Conflicts follow from happens-before, not from the order of the stream: two accesses that no synchronisation orders
// are reported however far apart they were.
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

struct Setup {
    Model model = Model::separate;
    std::vector<std::uint32_t> threads;  // by rank
    // Which ranks meet in the barriers of a communicator, and have a window. Null: there is only that of all ranks.
    const Communicators* communicators = nullptr;
    // Operations without an epoch are covered by a request, whose report promises this. `nothing`: there are none.
    Guarantee counted = Guarantee::nothing;
    // What is in memory, for orders by values (MM-EDGE-11); null: there are none.
    Contents contents{};
    bool of_programs = false;       // their loads and stores may be volatile or atomic; they may not be seen
    bool looks_after_sync = false;  // ... then programs look at their memory after SYNC
    std::size_t max_findings = 100;
    std::size_t clean_up_at = 16;  // accesses of one class in one memory: tests make it small
    bool threads_come = false;     // more than `threads` (thread_started)
};

// Where an event comes from: the feeder's numbers for a place in the program and a time are only handed back.
struct Origin {
    Rank rank = no_rank;
    std::uint32_t thread = 0;
    std::uint32_t place = 0;
    std::int64_t time = 0;
};

// Bytes of the calling rank.
struct Buffer {
    MemoryId memory = 0;
    Bytes bytes{0, 0, 0, 0};
};
// Of several; in shared memory another rank's, `owner`.
struct Piece {
    Bytes bytes;
    Rank owner = no_rank;
};
// At the target of an operation: one member of all its elements, or whole elements.
struct TargetPiece {
    Bytes bytes;
    std::uint64_t in_element = 0;  // where these begin in each
};
// The bytes that a call touches beside its arguments. An operation reads its source and writes its result until local
// completion; SEND reads its source, RECV writes its result, a collective call does both; WIN_ATTACH has its memory as
// result, WIN_DETACH the start of it.
struct Buffers {
    Buffer source, result;
    // Of operations whose data no single Bytes describe, in place of these, in the same memories; `targets`: at the
    // target, in place of the operation's region.
    std::vector<Piece> sources{}, results{};
    std::vector<TargetPiece> targets{};

    bool none() const { return source.bytes.empty() && result.bytes.empty() && sources.empty() && results.empty(); }
};

class Checker {
public:
    explicit Checker(Setup setup);
    ~Checker();
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;

    // The window lies at `bytes` of `memory`. `unified`: has one copy in any model.
    void created(Rank rank, WindowId window, MemoryId memory, Run bytes, std::uint32_t disp_unit, bool unified);
    // A dynamic window, which has what WIN_ATTACH gives it. `base`: where displacement 0 would be in `memory`, modulo
    // 2^64.
    void created_dynamic(Rank rank, WindowId window, MemoryId memory, std::uint64_t base);
    // After either: the window does not order accumulates of one rank (info accumulate_ordering: none).
    void created_in_any_order(Rank rank, WindowId window) { windows_.of(rank, window).in_any_order = true; }
    void freed(Rank rank, WindowId window);
    // After that: the number is free at the rank, because the window was made while the program ran. Before the group
    // of the members goes.
    void removed(Rank rank, WindowId window) { windows_.forget(rank, window); }
    // The first so many ranks have the window, until WIN_CHANGE_COMM; if it is not told, all have.
    void opened_to(WindowId window, Rank ranks) { windows_.opened_to(window, ranks); }
    // These bytes have new contents: what was done to them before is of no interest.
    void renewed(Rank rank, MemoryId memory, const Run& bytes) { shadow_.forget(rank, memory, bytes); }

    // `owner`: whose memory it is; another rank than the thread's only in shared memory.
    void load(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner = Manner::plain);
    void store(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner = Manner::plain);
    // The program's own, beside those of MPI's calls (MM-SHM-2).
    void memory_barrier(const Origin& origin);
    // What a request of another library reads and writes, from now on until it is complete.
    void uses(const Origin& origin, std::uint64_t request, const Buffers& buffers);
    void used(const Origin& origin, std::uint64_t request);
    void began(const Origin& origin, const CallRequest& call, const Buffers& buffers = {});
    void returned(const Origin& origin, const CallAnswer& answer = {});
    // Of the last `began` or `uses`: until when its buffers are in use; null: it has none.
    const SpanRef& buffers_used() const { return buffers_used_; }
    void granted(Rank target, WindowId window, Rank origin);
    // An operation is about to be carried out at its target, or a part of it; `region` is in bytes.
    void operation_applied(Rank target, WindowId window, Rank origin, OpKind kind, ReduceOp reduce, const Region& region);
    // Of a request, while its rank is inside the call that starts it, tests it or waits for it.
    void signal_sent(const CounterSignal& signal);
    void request_stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target, unsigned modes);
    void counter_changed(const CounterChange& change) { counters_.changed(change); }
    // Among the threads of a rank: one sets a flag, another has waited for it. Barriers and joins are made of flags.
    void released(const Origin& origin, std::uint32_t flag) { released(origin, flag, origin.rank); }
    void awaited(const Origin& origin, std::uint32_t flag) { awaited(origin, flag, origin.rank); }
    // A flag of another rank, or of all (no_rank).
    void released(const Origin& origin, std::uint32_t flag, Rank of);
    void awaited(const Origin& origin, std::uint32_t flag, Rank of);
    // What orders ranks beside the calls that this is told of: a thread's moment, and that another thread knows of it.
    Moment moment(const Origin& origin);
    void acquires_clock(const Origin& origin, const Moment& moment);
    void acquires_clock(const Origin& origin, const Knowledge& known);
    // A thread that is new, the rank's next number, or begins anew after its end. It knows nothing: the first that it
    // does is to await a signal of the thread that made it.
    void thread_started(Rank rank, std::uint32_t thread);
    // The thread makes no more events.
    void ended(Rank rank, std::uint32_t thread);

    const Findings& findings() const { return findings_; }
    // Of a thread: its rank and its number there.
    std::pair<Rank, std::uint32_t> thread_of(ThreadIndex thread) const;
    // How many threads the rank has had.
    std::size_t threads(Rank rank) const { return threads_of_[static_cast<std::size_t>(rank)].size(); }
    // How many accesses were held against others so far.
    std::uint64_t accesses() const { return shadow_.added(); }
    // For tests: the accesses and synchronisations that are remembered.
    std::size_t remembered() const { return shadow_.remembered(); }
    std::size_t values_remembered() const { return values_.remembered(); }

private:
    struct ThreadState;
    // Messages of one source, target, tag and communicator. Receives take them in the order in which both were posted.
    struct Mail {
        std::map<std::uint64_t, Moment> sent{};  // by number, until they are taken
        std::uint64_t sends = 0, receives = 0;
    };
    using Route = std::tuple<Rank, Rank, std::uint32_t, WindowId>;  // source, target, tag, communicator
    struct Receive {
        Route route{};
        std::uint64_t number = 0;
    };
    // What ends with a request: the use of buffers, reading at the target, the wait for a message.
    struct Requested {
        SpanRef buffers{}, reads{};
        FoundRef found{};
        GrantedRef granted{};
        std::optional<Receive> receive{};
    };
    ThreadIndex index(const Origin& origin) const {
        return threads_of_[static_cast<std::size_t>(origin.rank)][origin.thread];
    }
    ThreadState& state(const Origin& origin);
    // By communicator and its first member, but for the barriers of all ranks.
    using SomeCollectives = std::map<std::pair<WindowId, Rank>, Collectives>;
    // The barriers of the communicator, and the rank's place among those that meet there.
    std::pair<Collectives&, Rank> barriers_of(Rank rank, WindowId comm);
    // Likewise of its other collective calls.
    std::pair<Collectives&, Rank> collectives_of(Rank rank, WindowId comm) {
        return found_or_made(collectives_, rank, comm);
    }
    std::pair<Collectives&, Rank> found_or_made(SomeCollectives& among, Rank rank, WindowId comm);
    Access access(const Origin& origin, const Class& is, Rank owner, MemoryId memory, const Bytes& bytes);
    void local(const Origin& origin, const Class& is, Rank owner, MemoryId memory, const Bytes& bytes);
    void attach_or_detach(const Origin& origin, ThreadState& thread, const Buffer& memory);
    void operation(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers);
    void counted_operation(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers);
    bool has_epoch(Rank rank, const Operation& operation);
    Toward& open_toward(Rank rank, const Operation& operation);
    void reach_target(Toward& toward, WindowId window, Pending operation);
    void waits(Pending& operation);
    SpanRef buffers_of(ThreadState& thread, Toward& toward, Call call, const Buffers& buffers);
    SpanRef reads_of(ThreadState& thread, Toward& toward, const CallRequest& call);
    void note_result(ThreadState& thread, Toward& toward, const CallRequest& call);
    std::span<const TargetPiece> target_pieces(const Operation& operation, const Buffers& buffers,
                                               std::array<TargetPiece, 2>& made);
    Access target_side(const Origin& origin, const Operation& operation, const SpanRef& span, const TargetPiece& piece);
    void buffer_side(const Origin& origin, const ThreadState& thread, const Buffer& buffer, AccessKind kind,
                     OpKind operation, const SpanRef& span, bool message = false, Rank owner = no_rank);
    void buffer_sides(const Origin& origin, const ThreadState& thread, const Buffers& buffers, OpKind operation,
                      const SpanRef& span, bool message = false);

    // ---- value_edges.cpp
    SpanRef note_call(ThreadState& thread, Toward& toward, const CallRequest& call);
    void collect_found(ThreadState& thread, Toward& toward);
    void acquire_clock(ThreadState& thread);
    void acquire_clock(ThreadState& thread, const Found& found);
    void release_at_sync(Rank rank, const ThreadState& thread, const Moment& now);
    void look_after_sync(Rank rank, ThreadState& thread);

    // ---- synchronisation.cpp
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
    void grant(WindowId window, Toward& toward);
    void release(WindowId window, Toward& toward);
    void acquire_clock_of(Granted& lock, ThreadState& thread);
    void end_local(OriginState& origin, const Moment& moment, Call call);
    void enter(const Pending& pending, const Moment& gate, const Knowledge& gates);
    void end_fence_epoch(WindowId id, Window& window, std::uint64_t nth);
    void order_memory(Rank rank, ThreadState& thread);
    void synchronise_public(Rank rank, WindowId window, const Moment& moment);
    void synchronise_private(Rank rank, WindowId window, const Moment& moment);

    const std::vector<Tick>& known_to_all();

    Setup setup_;
    std::vector<std::vector<ThreadIndex>> threads_of_;                // by rank
    std::vector<std::pair<Rank, std::uint32_t>> rank_and_number_of_;  // by thread
    Findings findings_;
    Shadow shadow_;
    std::vector<ThreadState> threads_;
    Windows windows_;
    Collectives barriers_;  // of all ranks
    SomeCollectives some_barriers_, collectives_;
    std::map<Route, Mail> messages_;
    std::map<std::pair<Rank, RequestId>, Requested> requests_;
    std::map<std::pair<Rank, std::uint64_t>, SpanRef> used_;  // by requests of another library
    SpanRef buffers_used_;
    std::map<std::pair<Rank, std::uint32_t>, Sum> flags_;
    Counters counters_;
    Values values_;
    std::vector<Tick> known_to_all_;
    std::uint64_t joins_ = 0;  // since known_to_all_ was computed
};

}  // namespace rmasim::memmodel
