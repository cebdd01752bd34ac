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
//
// A second vector has the needs of the owner (MM-PREDICT): the ticks that it must be after in every run in which it
// reads the same values. It lacks what only the order of this run added: who got a lock first, and which message a
// receive of any source matched. Both vectors are one object until they differ.
class Knowledge {
public:
    Knowledge() = default;  // null
    static Knowledge nothing(std::size_t threads);

    bool exists() const { return ticks_ != nullptr; }
    bool shared() const { return ticks_.use_count() > 1 || needs_.use_count() > 1; }
    bool apart() const { return needs_ != nullptr; }  // the needs differ from the order
    // Returns 0 for a thread that was added later.
    Tick operator[](ThreadIndex a) const { return a < ticks_[0] ? ticks_[a + 1u] : 0; }
    std::span<const Tick> all() const { return {&ticks_[1], ticks_[0]}; }
    Tick needs(ThreadIndex a) const {
        const Tick* const from = needs_array();
        return a < from[0] ? from[a + 1u] : 0;
    }
    std::span<const Tick> all_needs() const { return {&needs_array()[1], needs_array()[0]}; }
    Knowledge copy() const { return joined(*this); }
    Knowledge joined(const Knowledge& other) const;  // a new vector with the maximum of both
    // Returns a clock with the order of `all`, which includes the order of this one, and with the needs of this one.
    Knowledge in_order_of(const Knowledge& all) const;
    // Returns a clock that is also ordered after `other`, but needs no more than this one.
    Knowledge ordered_after(const Knowledge& other) const;
    // Returns a clock with the same order that also needs what `other` needs.
    Knowledge needing(const Knowledge& other) const;
    // True if all entries of `other` but that of thread `a` are in the order of this one.
    bool includes_but(const Knowledge& other, ThreadIndex a) const;
    // Raises entries in place. Only for the creator of the vector, before it is shared.
    void raise(const Knowledge& other);
    void raise(ThreadIndex a, Tick tick);

    // Most synchronisations that all threads take part in make the two vectors equal again.
    void forget_equal_needs();

    // True if both share the same vectors.
    friend bool operator==(const Knowledge&, const Knowledge&) = default;

private:
    using Ticks = std::shared_ptr<Tick[]>;  // number of entries, then the entries: one allocation, because there are
                                            // many such vectors
    static Ticks max_of(const Tick* one, const Tick* other);
    static void raise_to(Ticks& ticks, const Tick* other);
    const Tick* needs_array() const { return needs_ != nullptr ? needs_.get() : ticks_.get(); }
    const Ticks& needs_or_order() const { return needs_ != nullptr ? needs_ : ticks_; }

    Ticks ticks_;
    Ticks needs_;  // null: as `ticks_`
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
    Tick needs(ThreadIndex a) const {
        if (a == thread) return own;
        return others.exists() ? others.needs(a) : 0;
    }
};

// A moment's clock as far as no other order of the run changes it.
struct InAnyOrder {
    const Moment& moment;
    Tick at(ThreadIndex a) const {
        const Tick order = moment.at(a), needs = moment.needs(a);
        return order < needs ? order : needs;
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
    // Later steps are ordered after it in this run, but do not need it.
    void join_order(const Knowledge& known);
    void join_order(const Moment& moment);
    // Later steps need it, and are ordered after it already.
    void join_needs(const Knowledge& known) { now_.others = now_.others.needing(known); }
    void join_needs(const Moment& moment);
    // Like join_order, if `known` includes all entries of the order.
    void adopt_order(const Knowledge& known) {
        if (!now_.others.includes_but(known, now_.thread)) now_.others = now_.others.in_order_of(known);
    }
    // Replaces the entries. `known` must include all current entries.
    void adopt(const Knowledge& known) {
        if (!known.exists()) return;
        now_.others = known;
        now_.others.forget_equal_needs();
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
