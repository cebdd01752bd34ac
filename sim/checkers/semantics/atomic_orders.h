// The order that atomic operations of C and C++ create between threads (C11, 5.1.2.4 and 7.17; C++20, [atomics.order]
// and [atomics.fences]). An acquire load synchronises with a release store if it reads the stored value or a value of
// the store's release sequence. Fences give relaxed operations the effect of release or acquire. The simulator executes
// the atomic operations of all threads and ranks one after another, so a load always reads the last value.
#pragma once

#include "protocol/memmodel/happens_before.h"
#include "sim/programs/live_programs.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace rmasim::sim::semantics {

class AtomicOrders {
public:
    // `order` must outlive this object.
    explicit AtomicOrders(memmodel::HappensBefore& order) : order_(order) {}

    void ordered(const memmodel::Origin& origin, const AtomicOrder& order);
    // Records that a new thread starts. The new thread may have the number of an earlier thread that has ended.
    void thread_started(Rank rank, std::uint32_t thread) { fences_.erase({rank, thread}); }
    // Removes the records of atomic variables in these bytes. The program has freed this memory.
    void memory_given_back(const ByteRun& bytes);

private:
    using ThreadOfRank = std::pair<Rank, std::uint32_t>;
    // The clock that a thread acquires if it reads the current value of an atomic variable. A read-modify-write keeps
    // this clock for its new value. A later store by the thread that released the clock also keeps it, as in C11. (In
    // C++20, only a read-modify-write does.)
    struct Release {
        ThreadOfRank by;
        memmodel::Sum clock{};
    };
    // The effects of a thread's fences.
    struct Fences {
        // Clocks of the values that the thread's relaxed loads read; its next acquire fence acquires them.
        memmodel::Sum loaded{};
        // The thread's clock at its last release fence; its later relaxed stores publish this clock.
        memmodel::Moment released{};
    };
    void fence(const memmodel::Origin& origin, const AtomicOrder& order);
    void read(const memmodel::Origin& origin, const AtomicOrder& order);
    void write(const memmodel::Origin& origin, const AtomicOrder& order);

    memmodel::HappensBefore& order_;
    std::map<std::uint64_t, std::vector<Release>> variables_{};  // by AtomicOrder::variable
    std::map<ThreadOfRank, Fences> fences_{};
};

}  // namespace rmasim::sim::semantics
