// An access to memory: its class, its bytes, and the span of time from its start to its end.
#pragma once

#include "protocol/base/types.h"
#include "protocol/memmodel/bytes.h"
#include "protocol/memmodel/clock.h"
#include "protocol/memmodel/synchronisations.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace rmasim::memmodel {

// The kind of an access. `attach`: WIN_ATTACH or WIN_DETACH of the owner.
enum class AccessKind : std::uint8_t { load, store, get, put, accumulate, attach };

// The way in which the origin of an operation got access to its target. `counter`: there is no epoch; a request of
// operations covers the operation.
enum class Mode : std::uint8_t { none, fence, pscw, lock_shared, lock_exclusive, lock_all, counter };
inline bool is_lock(Mode mode) { return mode >= Mode::lock_shared && mode <= Mode::lock_all; }

// The manner of a program's own load or store. `polls`: a volatile access; a volatile load may wait for changes by
// others.
enum class Manner : std::uint8_t { plain, polls, atomic };

// The class of an access. The table of pairs (rules.h) treats accesses of the same class to the same rank's memory
// alike.
struct Class {
    AccessKind kind = AccessKind::load;
    bool buffer = false;   // load, store: of the origin or result buffer of an operation; lasts until local completion
    bool message = false;  // load, store: of a buffer of a message or collective call; lasts until its request is
                           // complete
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
    // True if the access changes the public copy of its window.
    bool updates_window() const { return !local() && !attaches() && !reads_only(); }
    friend bool operator==(const Class&, const Class&) = default;
};

struct Section;  // prediction.h
using SectionRef = std::shared_ptr<Section>;

// The end of accesses that end together, and share this object.
struct Span {
    // The end of an operation as a synchronisation counter releases it to a thread (MM-END-6). Several threads get it,
    // each by a call of its own. `left`: ended only for later operations of the same rank through the same window.
    struct ReleasedClock {
        ThreadIndex thread;
        Tick at;
        bool left;
    };

    ThreadIndex ended_by = no_thread;
    Tick end = 0;  // tick of that thread; 0: not ended
    Mode mode = Mode::none;
    Call ending_call = Call::none;
    // visibility.h: the tick of the first call of the target's only thread that made its copies equal after the end.
    // For a store in shared memory: the first memory barrier of the only thread of the rank that stored.
    Tick made_private = 0;
    SectionRef section{};  // the lock that the accesses are made under, for predictions; null: none
    std::unique_ptr<std::vector<ReleasedClock>> released_clocks;  // null: released to no other thread
    // For ranks with several threads, under a lock: the thread that called the operations, its tick at their calls, and
    // the calls of all threads of the rank that complete such operations. The operations have ended with each of those
    // calls that is ordered after theirs (MM-END-5). Null: they end by one call.
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
    // True if the end is ordered before `who`. `who.at(thread)` returns the tick of `thread` up to which `who` is
    // ordered after it.
    template <class Who>
    bool is_over_for(const Who& who) const {
        if (!ended()) return false;
        return who.at(ended_by) >= end || (released_clocks != nullptr && is_released_to(who, false)) ||
               (completed_by != nullptr && is_completed_for(who));
    }
    // True if a call at this moment completes the operations: it is ordered after their calls.
    bool is_called_before(const Moment& moment) const {
        return completed_by == nullptr || moment.at(called_by) >= called;
    }
    // True if the access has left its rank before `who` (see ReleasedClock::left).
    template <class Who>
    bool has_left_for(const Who& who) const {
        return released_clocks != nullptr && is_released_to(who, true);
    }
    // Calls `visit(thread, tick)` for each end. An access is ordered after the end if it is ordered after that tick.
    template <class Visit>
    void each_end(Visit visit) const {
        if (ended()) visit(ended_by, end);
        if (completed_by != nullptr) completed_by->each_first_after({called_by, called}, visit);
        if (released_clocks == nullptr) return;
        for (const ReleasedClock& one : *released_clocks) {
            if (!one.left) visit(one.thread, one.at);
        }
    }
    // Record that the access has ended, or has left, for everything that is ordered after this moment of a thread.
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
using SpanRef = std::shared_ptr<Span>;

// The start of an access: its call, and the gate that it waits for. The access is ordered after the call and after the
// gate. A gate is an event at the target that an operation waits for: the target's FENCE or POST, or the end of earlier
// locks.
struct Start {
    struct Needs {
        const Start& start;
        Tick at(ThreadIndex a) const { return start.needs(a); }
    };
    Moment call;
    Moment gate{};      // a gate of one thread
    Knowledge gates{};  // a gate of several threads

    Tick at(ThreadIndex a) const {
        Tick known = call.at(a);
        if (gate.exists()) known = std::max(known, gate.at(a));
        if (gates.exists()) known = std::max(known, gates[a]);
        return known;
    }
    // The tick of a thread that the start needs.
    Tick needs(ThreadIndex a) const { return gate.exists() ? std::max(call.needs(a), gate.needs(a)) : call.needs(a); }
    // True if it needs less than it is ordered after.
    bool needs_less() const { return gates.exists() || call.others.apart() || (gate.exists() && gate.others.apart()); }
    // True if the start needs the end of `span`.
    bool needs_end_of(const Span& span) const { return span.is_over_for(Needs{*this}); }
    // True if the start is ordered after the end of `span`.
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
    OpKind operation = OpKind::put;  // not for loads and stores of the program
};

}  // namespace rmasim::memmodel
