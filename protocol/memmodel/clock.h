// Vector clocks, one entry a thread. What a thread knows of the others is an immutable vector that threads share: after
// a fence all of them have the same one. Its own time is beside it, so that time passes without a copy. Scalar clocks
// (FastTrack) do not suffice: in RandomAccess no rank is ordered with all others, and reports name the missing edge.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace rmasim::memmodel {

using ThreadIndex = std::uint32_t;  // of all threads of all ranks, in order of ranks
using Tick = std::uint32_t;         // the time of one thread; 0: never

inline constexpr ThreadIndex no_thread = UINT32_MAX;

// The time of each thread up to which everything is known. Vectors may differ in length: threads come.
class Knowledge {
public:
    Knowledge() = default;  // null
    static Knowledge nothing(std::size_t threads);

    bool exists() const { return ticks_ != nullptr; }
    bool shared() const { return ticks_.use_count() > 1; }
    // Of a thread that came later: 0.
    Tick operator[](ThreadIndex a) const { return a < ticks_[0] ? ticks_[a + 1u] : 0; }
    std::span<const Tick> all() const { return {&ticks_[1], ticks_[0]}; }
    Knowledge copy() const { return joined(*this); }
    Knowledge joined(const Knowledge& other) const;  // what is known to one of them, as a new vector
    // For who made it, before it is shared.
    void raise(const Knowledge& other);
    void raise(ThreadIndex a, Tick tick);

    // The same vector.
    friend bool operator==(const Knowledge&, const Knowledge&) = default;

private:
    std::shared_ptr<Tick[]> ticks_;  // their number, then each: one allocation, as there are many of these
};

// The clock of a thread at one moment.
struct Moment {
    Knowledge others;  // by thread; the thread's own entry may be too small. Null: nobody asks for those
    ThreadIndex thread = no_thread;
    Tick own = 0;

    bool exists() const { return thread != no_thread; }
    Tick at(ThreadIndex a) const {
        if (a == thread) return own;
        return others.exists() ? others[a] : 0;
    }
};

// The clock of a thread that goes on.
class Clock {
public:
    Clock(ThreadIndex thread, Knowledge nothing) : now_{std::move(nothing), thread, 1} {}

    const Moment& now() const { return now_; }
    // A moment of its own: what the thread did before has a smaller time, what it does later a larger one.
    Moment point() {
        now_.own += 2;
        return {now_.others, now_.thread, now_.own - 1};
    }
    // From now on the thread knows what was known then.
    void join(const Moment& moment);
    void join(const Knowledge& known);
    // `known` includes all that the thread knows.
    void adopt(const Knowledge& known) {
        if (known.exists()) now_.others = known;
    }

private:
    Moment now_;
};

// The sum of several moments: what all of them knew.
class Sum {
public:
    void add(const Moment& moment);
    void add(const Sum& sum);
    bool empty() const { return !known_.exists(); }
    const Knowledge& known() const { return known_; }

private:
    Knowledge known_;  // changes in place as long as nobody else has it
    Knowledge first_;  // of the first moment: those of others that know the same need not be added
};

}  // namespace rmasim::memmodel
