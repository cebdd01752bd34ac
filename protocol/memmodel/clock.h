// Vector clocks, with an entry for each thread. The entries for other threads are an immutable vector, which several
// clocks share: after a fence, all threads have the same vector. The thread's own entry is a separate member, so it
// advances without a copy of the vector. Scalar clocks (FastTrack) do not suffice: in RandomAccess no rank is ordered
// with all others, and reports must name the missing edge.
#pragma once

#include "protocol/memmodel/ticks.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rmasim::memmodel {

using ThreadIndex = std::uint32_t;  // of all threads of all ranks, in order of ranks

inline constexpr ThreadIndex no_thread = UINT32_MAX;

// The entries of a vector clock. A thread numbers its steps with ticks. The entry for thread t is the tick of t up to
// which the clock's owner is ordered after the steps of t. Vectors may differ in length, because threads can be added.
//
// For predictions (MM-PREDICT), a clock has two vectors. The first vector is the order of this run. The second vector
// is the needs: the order that holds in every run in which all reads return the same values. The needs do not include
// what only this run has ordered: which rank acquired a lock first, and which message a receive of any source matched.
// Both vectors are one object until they differ.
class Knowledge {
public:
    Knowledge() = default;  // null
    static Knowledge nothing(std::size_t threads);

    bool exists() const { return order_.exists(); }
    bool shared() const { return order_.shared() || needs_.shared(); }
    bool apart() const { return needs_.exists(); }  // the needs differ from the order
    // Returns the entry for thread `a` in the order. Returns 0 if `a` was added after this vector was created.
    Tick operator[](ThreadIndex a) const { return order_[a]; }
    std::span<const Tick> all() const { return order_.all(); }
    Tick needs(ThreadIndex a) const { return needs_or_order()[a]; }
    std::span<const Tick> all_needs() const { return needs_or_order().all(); }
    Knowledge copy() const { return joined(*this); }
    Knowledge joined(const Knowledge& other) const;  // a new vector with the maximum of both
    // Returns a clock with the order of `all` and with the needs of this clock. The order of `all` must include the
    // order of this clock.
    Knowledge in_order_of(const Knowledge& all) const;
    // Returns a clock that is also ordered after `other`. Its needs are those of this clock.
    Knowledge ordered_after(const Knowledge& other) const;
    // Returns a clock with the order of this clock, and with the needs of both clocks.
    Knowledge needing(const Knowledge& other) const;
    // True if this clock is ordered after all entries of `other`, except perhaps the entry for thread `a`.
    bool includes_but(const Knowledge& other, ThreadIndex a) const;
    // Raise entries of the vectors in place. Only the creator of a vector may do this, before other clocks share the
    // vector.
    void raise(const Knowledge& other);
    void raise(ThreadIndex a, Tick tick);

    // Drops the second vector if both vectors are equal. They usually become equal when all threads synchronise.
    void forget_equal_needs();

    // True if both clocks share the same vectors.
    friend bool operator==(const Knowledge&, const Knowledge&) = default;

private:
    static Ticks max_of(const Ticks& one, const Ticks& other);
    static void raise_to(Ticks& ticks, const Ticks& other);
    const Ticks& needs_or_order() const { return needs_.exists() ? needs_ : order_; }

    Ticks order_;
    Ticks needs_;  // null if the needs equal `order_`
};

// A step of a thread, with the thread's clock at that step.
struct Moment {
    Knowledge others;  // entries for the other threads; the thread's own entry may be too small. Null if not needed
    ThreadIndex thread = no_thread;
    Tick own = 0;

    bool exists() const { return thread != no_thread; }
    // True if no other step of the thread has this moment's tick (Clock::point).
    bool is_apart() const { return own % 2 == 0; }
    Tick at(ThreadIndex a) const {
        if (a == thread) return own;
        return others.exists() ? others[a] : 0;
    }
    Tick needs(ThreadIndex a) const {
        if (a == thread) return own;
        return others.exists() ? others.needs(a) : 0;
    }
};

// A moment's clock with the smaller entry of order and needs: it holds in this run and in every run with the same
// values.
struct InAnyOrder {
    const Moment& moment;
    Tick at(ThreadIndex a) const {
        const Tick order = moment.at(a), needs = moment.needs(a);
        return order < needs ? order : needs;
    }
};

// The clock of all threads: the minimum of their clocks, by thread.
struct Everybody {
    const std::vector<Tick>& ticks;
    Tick at(ThreadIndex thread) const { return ticks[thread]; }
};

// The current clock of a thread.
class Clock {
public:
    Clock(ThreadIndex thread, Knowledge nothing) : now_{std::move(nothing), thread, 1} {}

    const Moment& now() const { return now_; }
    // Returns a new moment of the thread whose tick no other step has. Earlier steps of the thread have a smaller tick,
    // later steps have a larger tick.
    Moment point() {
        now_.own += 2;
        return {now_.others, now_.thread, now_.own - 1};
    }
    // Acquires a moment or a clock: later steps of the thread are ordered after the moment or clock, in this run and in
    // every run with the same values.
    void join(const Moment& moment);
    void join(const Knowledge& known);
    // Orders later steps of the thread after the moment or clock in this run, but does not change the thread's needs.
    void join_order(const Knowledge& known);
    void join_order(const Moment& moment);
    // Adds the moment or clock to the needs of the thread, which must already be ordered after it.
    void join_needs(const Knowledge& known) { now_.others = now_.others.needing(known); }
    void join_needs(const Moment& moment);
    // Like join_order, without a computation of the maximum: `known` must include all entries of the thread's order.
    void adopt_order(const Knowledge& known) {
        if (!now_.others.includes_but(known, now_.thread)) now_.others = now_.others.in_order_of(known);
    }
    // Replaces the entries for other threads by `known`, which must include all current entries.
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
    Knowledge known_;  // changed in place while no other clock shares it
    Knowledge first_;  // clock of the first moment: other moments with the same vector need not be added
};

}  // namespace rmasim::memmodel
