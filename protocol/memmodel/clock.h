// Vector clocks, one entry a thread. What a thread knows of the others is an immutable vector that threads share: after
// a fence all of them have the same one. Its own time is beside it, so that time passes without a copy.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::memmodel {

using ThreadIndex = std::uint32_t;  // of all threads of all ranks, in order of ranks
using Tick = std::uint32_t;         // the time of one thread; 0: never

inline constexpr ThreadIndex no_thread = UINT32_MAX;

using Knowledge = std::shared_ptr<const std::vector<Tick>>;

// The clock of a thread at one moment.
struct Moment {
    Knowledge others;  // by thread; the thread's own entry may be too small. Null: nobody asks for those
    ThreadIndex thread = no_thread;
    Tick own = 0;

    bool exists() const { return thread != no_thread; }
    Tick at(ThreadIndex a) const {
        if (a == thread) return own;
        return others == nullptr ? 0 : (*others)[a];
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
    void adopt(Knowledge known) {
        if (known != nullptr) now_.others = std::move(known);
    }

private:
    Moment now_;
};

// The sum of several moments: what all of them knew.
class Sum {
public:
    void add(const Moment& moment);
    void add(const Sum& sum);
    bool empty() const { return base_ == nullptr; }
    // Valid after the last `add`, until the next one.
    Knowledge known();

private:
    std::shared_ptr<std::vector<Tick>> sum_;  // null while it is the same as base_
    Knowledge base_;
};

}  // namespace rmasim::memmodel
