// The order of threads by atomic operations of their language (C11, 5.1.2.4 and 7.17; C++20, [atomics.order] and
// [atomics.fences]). An acquire load synchronises with the release store whose value it reads, or with one whose
// release sequence has that value. Fences make relaxed operations release or acquire. Threads of a rank, and ranks in
// shared memory, execute atomic operations one after another, so a load reads the last value.
#pragma once

#include "protocol/memmodel/checker.h"
#include "sim/programs/live_programs.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace rmasim::sim::semantics {

class AtomicOrders {
public:
    // `checker` must outlive this object.
    explicit AtomicOrders(memmodel::Checker& checker) : checker_(checker) {}

    void ordered(const memmodel::Origin& origin, const AtomicOrder& order);
    // A new thread with this number.
    void thread_started(Rank rank, std::uint32_t thread) { fences_.erase({rank, thread}); }
    // Variables in these bytes no longer exist.
    void memory_given_back(const ByteRun& bytes);

private:
    using ThreadOfRank = std::pair<Rank, std::uint32_t>;
    // The clock that a variable's value publishes. It continues in the value of each read-modify-write, and of later
    // stores by the same thread (C11; in C++20 only of read-modify-writes).
    struct Release {
        ThreadOfRank by;
        memmodel::Sum clock{};
    };
    // The effects of a thread's fences.
    struct Fences {
        memmodel::Sum loaded{};       // what its relaxed loads have read: the next acquire fence acquires it
        memmodel::Moment released{};  // its last release fence: its later relaxed stores publish that
    };
    void fence(const memmodel::Origin& origin, const AtomicOrder& order);
    void read(const memmodel::Origin& origin, const AtomicOrder& order);
    void write(const memmodel::Origin& origin, const AtomicOrder& order);

    memmodel::Checker& checker_;
    std::map<std::uint64_t, std::vector<Release>> variables_{};  // by address
    std::map<ThreadOfRank, Fences> fences_{};
};

}  // namespace rmasim::sim::semantics
