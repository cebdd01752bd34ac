// Collects the program's own loads and stores to watched memory, as runs of bytes for each source location. When the
// rank synchronises, the collected runs are reported to the memory-model checker.
#pragma once

#include "sim/mpi/accesses/watched_memory.h"
#include "sim/mpi/debug/call_sites.h"
#include "sim/programs/live_simulation.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace rmasim::sim {

// The symbol that every program built with `rmasim cc --watch` refers to.
inline constexpr const char* hook_of_accesses = "rmasim_mpi_touched";

// An access as a hook reports it (sim/mpi/watch/hooks.s).
struct HookedAccess {
    std::uint64_t first = 0;  // address of the first byte
    std::uint64_t bytes = 0;
    bool writes = false;
    bool polls = false, atomic = false;
    const void* returns_to = nullptr;

    ByteRun run() const { return {first, first + bytes}; }
};

// An atomic operation of the program. An operation that neither reads nor writes is a fence.
struct AtomicOperation {
    bool reads = false, writes = false, acquires = false, releases = false;
    // For compare-and-exchange, the address of the expected value; otherwise null. If the variable has another value,
    // the operation only reads.
    const void* compares_to = nullptr;
    bool acquires_in_failure = false;
};

class WatchedAccesses {
public:
    // `call_sites` must outlive this object. `exchanged` are those of WatchedMemory.
    WatchedAccesses(Rank ranks, CallSites& call_sites, std::vector<ByteRun> exchanged)
        : call_sites_(call_sites), memory_(std::move(exchanged)), of_rank_(static_cast<std::size_t>(ranks)) {}

    // Returns the watched memory, for callers that change it. The calling rank must be inside an MPI function.
    WatchedMemory& memory() {
        another_runs();
        return memory_;
    }
    const WatchedMemory& watched() const { return memory_; }
    void note(Rank rank, const HookedAccess& access);
    // Records an access and returns true if the access is in the same watched segment as the last access of its call
    // site, and adjacent to it. Otherwise only returns false. This is the fast path, which allocates no memory.
    bool extends_run(std::uint64_t first, std::uint64_t end, bool writes, const void* returns_to) {
        const Streak& streak = streak_of(returns_to);
        if (!streak.has(first, end, writes, returns_to)) return false;
        if (!extends(streak.site->runs.back(), first, end)) return false;
        if (streak.silences) silence(streak, first, end);
        return true;
    }
    // Does the same for an access that need not be adjacent to the last one.
    bool is_noted(std::uint64_t first, std::uint64_t end, bool writes, const void* returns_to) {
        const Streak& streak = streak_of(returns_to);
        if (!streak.has(first, end, writes, returns_to)) return false;
        if (!extends(streak.site->runs.back(), first, end)) begin_run(streak, first, end);
        else if (streak.silences) silence(streak, first, end);
        return true;
    }
    // Must be called when another thread or rank starts to run, or when the watched memory changes.
    void another_runs() {
        if (std::exchange(any_streak_, false)) streaks_.fill({});
    }
    // Must be called before a rank runs, after another one.
    void runs(Rank rank);
    // Reports the collected accesses. It must be called before each event that may order the rank's accesses, and
    // before another thread of the rank runs.
    void report(Rank rank, ThreadId thread, LiveSimulation& simulation);

private:
    // The accesses of one kind (load or store, volatile, atomic) at one source location.
    struct Site {
        std::uint32_t location;
        bool writes, polls, atomic;
        std::vector<ByteRun> runs{};
        std::size_t max_runs = 1024;  // when the number of runs reaches this, overlapping and adjacent runs are joined
    };
    struct OfRank {
        std::deque<Site> sites;  // in the order of each site's first access
        std::map<std::tuple<std::uint32_t, bool, bool, bool>, Site*> by_location;
    };
    // The watched segment in which a call site made its last access.
    struct Streak {
        const void* returns_to = nullptr;
        std::uint64_t begin = 0, end = 0;  // addresses of the segment
        Site* site = nullptr;
        bool writes = false, silences = false;

        bool has(std::uint64_t from, std::uint64_t to, bool stores, const void* caller) const {
            return returns_to == caller && writes == stores && from >= begin && to <= end;
        }
    };
    static constexpr std::size_t streaks = 256;

    Streak& streak_of(const void* returns_to) {
        return streaks_[(reinterpret_cast<std::uintptr_t>(returns_to) * 0x9E3779B97F4A7C15u >> 56) % streaks];
    }
    static bool extends(ByteRun& run, std::uint64_t first, std::uint64_t end) {
        if (first < run.begin || first > run.end) return false;
        run.end = std::max(run.end, end);
        return true;
    }
    // Marks the bytes of an access as known (watched_memory.h). A mark covers eight bytes and is set only if all eight
    // bytes are known. The access may begin in the middle of a mark. The marked interval therefore also has the earlier
    // bytes of this mark, if the last run has them.
    static void silence(const Streak& streak, std::uint64_t first, std::uint64_t end) {
        const std::uint64_t from = std::max(streak.site->runs.back().begin, first & ~(WatchedMemory::per_mark - 1));
        WatchedMemory::is_known({from, end}, streak.writes);
    }
    void begin_run(Streak streak, std::uint64_t first, std::uint64_t end);
    static void join(std::vector<ByteRun>& runs);
    Site& site(Rank rank, const HookedAccess& access);
    Site* join_lines(const Site& wanted);  // joins sites of the running rank; returns the site with the runs of
                                           // `wanted`

    CallSites& call_sites_;
    WatchedMemory memory_;
    std::vector<OfRank> of_rank_;
    Rank running_ = 0;  // the rank of the last access
    std::array<Streak, streaks> streaks_{};
    bool any_streak_ = false;
};

}  // namespace rmasim::sim
