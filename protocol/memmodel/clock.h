// Vector clocks, with an entry for each thread. The entries of the other threads are an immutable vector that threads
// share: after a fence all of them have the same vector. The thread's own tick is a separate member, so it advances
// without a copy. Scalar clocks (FastTrack) do not suffice: in RandomAccess no rank is ordered with all others, and
// reports must name the missing edge.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace rmasim::memmodel {

using ThreadIndex = std::uint32_t;  // of all threads of all ranks, in order of ranks
using Tick = std::uint32_t;         // the time of one thread; 0: never

inline constexpr ThreadIndex no_thread = UINT32_MAX;

// The entries of a vector clock: for each thread, the tick up to which the owner of the clock is ordered after it.
// Vectors may differ in length, because threads can be added.
class Knowledge {
public:
    Knowledge() = default;  // null
    static Knowledge nothing(std::size_t threads);

    bool exists() const { return ticks_ != nullptr; }
    bool shared() const { return ticks_.use_count() > 1; }
    // Returns 0 for a thread that was added later.
    Tick operator[](ThreadIndex a) const { return a < ticks_[0] ? ticks_[a + 1u] : 0; }
    std::span<const Tick> all() const { return {&ticks_[1], ticks_[0]}; }
    Knowledge copy() const { return joined(*this); }
    Knowledge joined(const Knowledge& other) const;  // a new vector with the maximum of both
    // Raises entries in place. Only for the creator of the vector, before it is shared.
    void raise(const Knowledge& other);
    void raise(ThreadIndex a, Tick tick);

    // True if both share the same vector.
    friend bool operator==(const Knowledge&, const Knowledge&) = default;

private:
    std::shared_ptr<Tick[]> ticks_;  // number of entries, then the entries: one allocation, because there are many such
                                     // vectors
};

// The clock of a thread at one moment.
struct Moment {
    Knowledge others;  // by thread; the thread's own entry may be too small. Null: these entries are not needed
    ThreadIndex thread = no_thread;
    Tick own = 0;

    bool exists() const { return thread != no_thread; }
    Tick at(ThreadIndex a) const {
        if (a == thread) return own;
        return others.exists() ? others[a] : 0;
    }
};

// The current clock of a thread.
class Clock {
public:
    Clock(ThreadIndex thread, Knowledge nothing) : now_{std::move(nothing), thread, 1} {}

    const Moment& now() const { return now_; }
    // Returns a new moment with a tick of its own. Earlier steps of the thread have a smaller tick, later steps a
    // larger one.
    Moment point() {
        now_.own += 2;
        return {now_.others, now_.thread, now_.own - 1};
    }
    // Acquires a moment or a clock: later steps of the thread are ordered after it.
    void join(const Moment& moment);
    void join(const Knowledge& known);
    // Replaces the entries. `known` must include all current entries.
    void adopt(const Knowledge& known) {
        if (known.exists()) now_.others = known;
    }

private:
    Moment now_;
};

// The join of several moments: the maximum of their clocks.
class Sum {
public:
    void add(const Moment& moment);
    void add(const Sum& sum);
    bool empty() const { return !known_.exists(); }
    const Knowledge& known() const { return known_; }

private:
    Knowledge known_;  // changed in place while it is not shared
    Knowledge first_;  // clock of the first moment: moments with the same vector need not be added
};

}  // namespace rmasim::memmodel
