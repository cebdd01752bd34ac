// An access to memory: its class, its bytes, and the span of time from its start to its end.
#pragma once

#include "protocol/base/types.h"
#include "protocol/memmodel/clock.h"
#include "protocol/memmodel/counted.h"
#include "protocol/memmodel/section.h"
#include "protocol/memmodel/shadow/bytes.h"
#include "protocol/memmodel/synchronisations.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace rmasim::memmodel {

// The kind of an access. A call of WIN_ATTACH or WIN_DETACH by the owner of the memory counts as an access of kind
// `attach`.
enum class AccessKind : std::uint8_t { load, store, get, put, accumulate, attach };

// The kind of epoch that allows an operation to access its target. Mode `counter` has no epoch: a persistent request of
// family synccount covers the operation.
enum class Mode : std::uint8_t { none, fence, pscw, lock_shared, lock_exclusive, lock_all, counter };
inline bool is_lock(Mode mode) { return mode >= Mode::lock_shared && mode <= Mode::lock_all; }

// The manner of a program's own load or store. `polls` is a volatile access: a loop of volatile loads may wait until
// another thread or rank changes the value.
enum class Manner : std::uint8_t { plain, polls, atomic };

// The class of an access. The table of pairs (rules.h) treats accesses of the same class to the same rank's memory
// alike.
struct Class {
    AccessKind kind = AccessKind::load;
    bool buffer = false;  // load, store: of the origin or result buffer of an operation; lasts until local completion
    // Loads and stores: the access is to a buffer of a message or of a collective call. It lasts until the call or its
    // request is complete.
    bool message = false;
    Manner manner = Manner::plain;       // load, store: of the program
    bool swaps = false;                  // accumulate: COMPARE_AND_SWAP; `op` is REPLACE
    WindowId window = no_window;         // get, put, accumulate, attach
    ReduceOp op = ReduceOp::replace;     // accumulate
    Datatype datatype = Datatype::byte;  // accumulate: of its elements
    std::uint8_t misaligned = 0;         // accumulate: start of its elements, modulo their size
    bool in_any_order = false;           // accumulate: the window does not order accumulates of one rank
    bool same_op = false;                // accumulate: the window promises that NO_OP is no exception

    bool local() const { return kind == AccessKind::load || kind == AccessKind::store; }
    bool attaches() const { return kind == AccessKind::attach; }
    bool reads_only() const {
        return kind == AccessKind::load || kind == AccessKind::get ||
               (kind == AccessKind::accumulate && op == ReduceOp::no_op && !swaps);
    }
    // True if the access is an operation that changes the public copy of its window.
    bool updates_window() const { return !local() && !attaches() && !reads_only(); }
    friend bool operator==(const Class&, const Class&) = default;
};

// The end of accesses that end together: all these accesses share this object.
struct Span : Counted {
    // A thread for which the operations have ended because of a synchronisation counter (MM-END-6), and that thread's
    // tick from which on they have ended. Several threads can get such an entry, each by a call of its own. If `left`
    // is true, the operations have ended only for later operations of the same rank through the same window.
    struct ReleasedClock {
        ThreadIndex thread;
        Tick at;
        bool left;
    };

    ThreadIndex ended_by = no_thread;
    Tick end = 0;  // tick of thread `ended_by` at the end; 0 if the accesses have not ended
    Mode mode = Mode::none;
    Call ending_call = Call::none;
    bool is_noted = false;  // CompletingCalls is an owner
    // Used if the target has only one thread: the tick of its first call that made the target's copies equal after this
    // end. For a store in shared memory, the tick is that of the first memory barrier after the store, if the storing
    // rank has only one thread.
    Tick made_private = 0;
    // Used for predictions: the lock of the operations. An operation's access to its target needs this lock, and so
    // does a read that found its result. Null if there is no lock.
    SectionRef section{};
    std::unique_ptr<std::vector<ReleasedClock>> released_clocks;  // null if there is no such thread
    // Used for operations under a lock if the origin has several threads. `called_by` is the thread that called the
    // operations, `called` its tick at these calls. `completed_by` has the completing calls (UNLOCK, FLUSH, ...) of all
    // threads of the rank. Each completing call that is ordered after the operations' calls ends the operations
    // (MM-END-5). If `completed_by` is null, only one call ends the operations.
    ThreadIndex called_by = no_thread;
    Tick called = 0;
    std::shared_ptr<const Synchronisations> completed_by;

    bool ended() const { return end != 0; }
    void end_at(const Moment& moment, Call call) {
        if (ended()) return;
        ended_by = moment.thread;
        end = moment.own;
        ending_call = call;
    }
    // True if the end is ordered before `who`, a clock. `who.at(thread)` returns the clock's entry for `thread`: `who`
    // is ordered after the steps of `thread` up to this tick.
    template <class Who>
    [[gnu::always_inline]] bool is_over_for(const Who& who) const {
        if (!ended()) return false;
        if (who.at(ended_by) >= end) return true;
        return (released_clocks != nullptr && is_released_to(who, false)) ||
               (completed_by != nullptr && is_completed_for(who));
    }
    // True if a completing call at this moment completes the operations, because this call is ordered after the
    // operations' calls.
    bool is_called_before(const Moment& moment) const {
        return completed_by == nullptr || moment.at(called_by) >= called;
    }
    // True if the access has ended for later operations of the same rank through the same window, and the clock `who`
    // is ordered after that end (ReleasedClock::left).
    template <class Who>
    bool has_left_for(const Who& who) const {
        return released_clocks != nullptr && is_released_to(who, true);
    }
    // Calls `visit(thread, tick)` for each end of the accesses. A clock is ordered after an end if its entry for
    // `thread` is at least `tick`.
    template <class Visit>
    void each_end(Visit visit) const {
        if (ended()) visit(ended_by, end);
        if (completed_by != nullptr) completed_by->each_first_after({called_by, called}, visit);
        if (released_clocks == nullptr) return;
        for (const ReleasedClock& one : *released_clocks) {
            if (!one.left) visit(one.thread, one.at);
        }
    }
    // Record that the accesses have ended (`over_at`), or have ended only for later operations of the same rank through
    // the same window (`left_at`). Both hold for every step that is ordered after `moment`.
    void over_at(const Moment& moment, Call call);
    void left_at(const Moment& moment);

private:
    template <class Who>
    bool is_released_to(const Who& who, bool left) const {
        return std::any_of(released_clocks->begin(), released_clocks->end(),
                           [&](const ReleasedClock& one) { return one.left == left && who.at(one.thread) >= one.at; });
    }
    template <class Who>
    bool is_completed_for(const Who& who) const {
        return completed_by->any_known(who, [this](const Moment& call) { return call.at(called_by) >= called; });
    }
    void release_clock(const Moment& moment, bool left);
};
using SpanRef = Ref<Span>;

inline const Moment no_moment{};
inline const Knowledge no_knowledge{};

// The start of an access: the moment of its call, and the gate. A gate is an event that an operation waits for at its
// target: the target's FENCE or POST, or the release of earlier locks. The access is ordered after the call and after
// the gate. Moments and clock must outlive this object, which does not copy them.
struct Start {
    struct Needs {
        const Start& start;
        Tick at(ThreadIndex a) const { return start.needs(a); }
    };
    const Moment& call;
    const Moment& gate = no_moment;         // a gate of one thread
    const Knowledge& gates = no_knowledge;  // a gate of several threads

    Tick at(ThreadIndex a) const {
        Tick known = call.at(a);
        if (gate.exists()) known = std::max(known, gate.at(a));
        if (gates.exists()) known = std::max(known, gates[a]);
        return known;
    }
    // Returns the entry of thread `a` in the needs of the start: in every run with the same values, the start is
    // ordered after this tick of `a` (MM-PREDICT).
    Tick needs(ThreadIndex a) const { return gate.exists() ? std::max(call.needs(a), gate.needs(a)) : call.needs(a); }
    // True if the start needs less than it is ordered after: only this run orders it after some step.
    bool needs_less() const { return gates.exists() || call.others.apart() || (gate.exists() && gate.others.apart()); }
    // True if the start is ordered after the end of `span` in every run with the same values (MM-PREDICT).
    bool needs_end_of(const Span& span) const { return span.is_over_for(Needs{*this}); }
    // True if the start is ordered after the end of `span` in this run.
    bool knows_end_of(const Span& span) const { return span.is_over_for(*this); }
};

// An access to memory.
struct Access {
    Class is;
    Rank rank = no_rank;  // owner of the memory
    MemoryId memory = 0;
    Bytes bytes;
    SpanRef span;
    ThreadIndex thread = no_thread;  // the accessing thread
    std::uint32_t location = 0;      // position in its program, as numbered by the caller of Checker
    std::int64_t time = 0;           // time, as given by the caller of Checker
    Call call = Call::none;          // of operations, and of the buffers of calls
};

}  // namespace rmasim::memmodel
