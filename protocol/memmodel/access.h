// An access to memory: what it is, and from when to when it lasts.
#pragma once

#include "protocol/base/types.h"
#include "protocol/memmodel/bytes.h"
#include "protocol/memmodel/clock.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace rmasim::memmodel {

// `attach`: WIN_ATTACH or WIN_DETACH, of the owner.
enum class AccessKind : std::uint8_t { load, store, get, put, accumulate, attach };

// How the origin of an operation got access to its target.
// `counter`: there is no epoch, a request of operations covers it.
enum class Mode : std::uint8_t { none, fence, pscw, lock_shared, lock_exclusive, lock_all, counter };
inline bool is_lock(Mode mode) { return mode >= Mode::lock_shared && mode <= Mode::lock_all; }

// How a program's own load or store is made. `polls`: it looks for what others change, as it is (volatile).
enum class Manner : std::uint8_t { plain, polls, atomic };

// Accesses that the table of pairs treats alike. Of one rank's memory.
struct Class {
    AccessKind kind = AccessKind::load;
    bool buffer = false;   // load, store: by an operation, of its origin or result buffer; lasts until local completion
    bool message = false;  // ... or by a message or a collective call, until its request is complete
    Manner manner = Manner::plain;       // load, store: of the program
    bool swaps = false;                  // accumulate: COMPARE_AND_SWAP; `op` is REPLACE
    WindowId window = no_window;         // get, put, accumulate, attach
    ReduceOp op = ReduceOp::replace;     // accumulate ...
    Datatype datatype = Datatype::byte;  // ... its elements, ...
    std::uint8_t misaligned = 0;         // ... where they begin, modulo their size, ...
    bool in_any_order = false;           // ... and whether the window leaves those of one rank unordered

    bool local() const { return kind == AccessKind::load || kind == AccessKind::store; }
    bool attaches() const { return kind == AccessKind::attach; }
    bool reads_only() const {
        return kind == AccessKind::load || kind == AccessKind::get ||
               (kind == AccessKind::accumulate && op == ReduceOp::no_op && !swaps);
    }
    // Changes the public copy of its window.
    bool updates_window() const { return !local() && !attaches() && !reads_only(); }
    friend bool operator==(const Class&, const Class&) = default;
};

// The end of accesses that end together. Shared by all of them.
struct Span {
    // Counters (MM-END-6): several threads are told, each by its own call. `left`: only that it is over for later
    // operations of the same rank through the same window.
    struct ReleasedClock {
        ThreadIndex thread;
        Tick at;
        bool left;
    };

    ThreadIndex ended_by = no_thread;
    Tick end = 0;  // of that thread; 0: not ended
    Mode mode = Mode::none;
    Call ending_call = Call::none;
    // visibility.h: the first call of the target's only thread that made its copies equal since; of a store in shared
    // memory, the first memory barrier of the only thread of the rank that stored.
    Tick made_private = 0;
    std::unique_ptr<std::vector<ReleasedClock>> released_clocks;  // null: nobody else

    bool ended() const { return end != 0; }
    void end_at(const Moment& moment, Call call) {
        if (ended()) return;
        ended_by = moment.thread;
        end = moment.own;
        ending_call = call;
    }
    // `who.at(thread)`: up to when it knows that thread.
    template <class Who>
    bool is_over_for(const Who& who) const {
        if (!ended()) return false;
        return who.at(ended_by) >= end || (released_clocks != nullptr && is_released_to(who, false));
    }
    template <class Who>
    bool has_left_for(const Who& who) const {
        return released_clocks != nullptr && is_released_to(who, true);
    }
    // `visit(thread, tick)`: from when on it is over, for those who know that.
    template <class Visit>
    void each_end(Visit visit) const {
        if (ended()) visit(ended_by, end);
        if (released_clocks == nullptr) return;
        for (const ReleasedClock& one : *released_clocks) {
            if (!one.left) visit(one.thread, one.at);
        }
    }
    // From here on the thread knows that it is over, or has left.
    void over_at(const Moment& moment, Call call);
    void left_at(const Moment& moment);

private:
    template <class Who>
    bool is_released_to(const Who& who, bool left) const {
        return std::any_of(released_clocks->begin(), released_clocks->end(),
                           [&](const ReleasedClock& one) { return one.left == left && who.at(one.thread) >= one.at; });
    }
    void release_clock(const Moment& moment, bool left);
};
using SpanRef = std::shared_ptr<Span>;

// When an access began: it knows all that its thread knew at the call, and what a gate adds. A gate is what an
// operation has to wait for at its target: the target's FENCE or POST, the end of earlier locks.
struct Start {
    Moment call;
    Moment gate{};      // of one thread ...
    Knowledge gates{};  // ... or of several

    Tick at(ThreadIndex a) const {
        Tick known = call.at(a);
        if (gate.exists()) known = std::max(known, gate.at(a));
        if (gates.exists()) known = std::max(known, gates[a]);
        return known;
    }
    bool knows_end_of(const Span& span) const { return span.is_over_for(*this); }
};

struct Access {
    Class is;
    Rank rank = no_rank;  // whose memory
    MemoryId memory = 0;
    Bytes bytes;
    SpanRef span;
    ThreadIndex thread = no_thread;  // whose access
    std::uint32_t place = 0;         // in its program; the feeder's numbers
    std::int64_t time = 0;           // likewise
    OpKind operation = OpKind::put;  // not for loads and stores of the program
};

}  // namespace rmasim::memmodel
